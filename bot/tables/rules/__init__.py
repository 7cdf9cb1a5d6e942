"""What holds at a table, as pure functions of what is stored of it: seats, absence, agreements, clocks, shuffles, results."""
