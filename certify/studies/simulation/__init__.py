"""Games played at random: quantities and returns with their intervals."""
