"""The moves: each module knows one verb, what may be tried with it, why that is refused, and what it does."""
