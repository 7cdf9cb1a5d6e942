"""The workshop: computers play whole games here, to check the rules and to compare the players. The running bot uses nothing here."""
