"""What operators do with games beside the running bot: check them, export them, verify their deals."""
