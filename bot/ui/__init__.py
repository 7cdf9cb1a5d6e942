"""Everything people see: pages, texts and pictures, made from views. Nothing here calls Discord or holds a game."""
