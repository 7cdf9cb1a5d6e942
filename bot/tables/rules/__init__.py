"""The rules of a table, as pure functions of what is stored: seats, absence, agreements, clocks, shuffles, results."""
