"""What operators do with games outside the running bot: check them, export them, verify their deals."""
