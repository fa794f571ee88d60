"""What all tests share."""

from __future__ import annotations

import signal

# A background shell, cron or a CI leaves Ctrl-C ignored, and children inherit that: here it means what it says.
signal.signal(signal.SIGINT, signal.default_int_handler)
