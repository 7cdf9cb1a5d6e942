"""Pages: what the bot's messages show, one module for each thing that people look at."""
