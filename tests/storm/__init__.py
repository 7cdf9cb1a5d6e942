"""Trials that last: a flood of hostile inputs, people who press anything, and a club's week in which the bot is killed again and again."""
