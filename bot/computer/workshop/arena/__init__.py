"""Two players against each other over paired deals: each deal is played twice, with the sides swapped."""
