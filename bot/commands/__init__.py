"""The commands of `python -m bot`, except those that run the bot."""
