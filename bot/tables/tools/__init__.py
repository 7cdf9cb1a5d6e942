"""Tools of operators for games outside the running bot: check them, export them, verify their deals."""
