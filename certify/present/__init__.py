"""What is shown, as data, and what renders it."""
