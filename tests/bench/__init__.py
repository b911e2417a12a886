"""Measurements: `python -m tests.bench`, or `make bench`."""
