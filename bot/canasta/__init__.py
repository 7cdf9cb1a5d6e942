"""The rules engine: pure rules, no input or output, no clock, no randomness of its own, no Discord."""
