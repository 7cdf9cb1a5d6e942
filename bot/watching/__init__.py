"""The log, the figures and the health of the bot, for those who run it."""
