"""What mistakes and simpler strategies cost."""
