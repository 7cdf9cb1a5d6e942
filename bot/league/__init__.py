"""The league: results, ratings, seasons, tournaments and what is shown of them."""
