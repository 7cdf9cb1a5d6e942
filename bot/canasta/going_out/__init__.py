"""Going out: what a side lacks for it, ways to lay a hand out whole, and turns that can't be ended."""
