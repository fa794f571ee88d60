"""Measuring the pages and the viewer, on a store and runs that are made up."""
