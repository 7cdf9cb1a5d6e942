"""Measurements, started by `python -m tests.bench`."""
