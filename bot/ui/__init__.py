"""What people see: views in, pages, texts and pictures out. Nothing here calls Discord, and nothing holds a game."""
