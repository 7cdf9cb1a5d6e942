"""Long trials: many hostile inputs, people who press anything, and a club's week in which the bot is killed often."""
