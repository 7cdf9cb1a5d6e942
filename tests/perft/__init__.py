"""A perft for Canasta: frozen rounds under every table and under random rules, which the engine must play alike for ever."""
