"""A Discord bot for slow games of Canasta."""
