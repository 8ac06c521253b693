"""Live results against the certified figures."""
