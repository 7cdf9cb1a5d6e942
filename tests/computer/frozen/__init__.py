"""Players as they were once, which `python -m bot arena` plays by the name of their module. Nothing in them is
corrected."""
