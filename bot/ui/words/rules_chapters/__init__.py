"""The chapters of a rules page, each written from the parameters of the rules."""
