"""Pages: what the bot's messages show. Each module is about one thing that people look at."""
