"""Strategy charts, and the cost of departures from them."""
