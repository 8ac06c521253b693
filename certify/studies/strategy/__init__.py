"""Which play is best, in charts, and what departing from it costs."""
