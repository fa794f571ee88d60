"""The pages: each module draws one of them from a snapshot and the settings in the address."""
