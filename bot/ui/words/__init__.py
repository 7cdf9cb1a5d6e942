"""Texts that people read, in their language: each module says one kind of thing, and is imported by its own name."""
