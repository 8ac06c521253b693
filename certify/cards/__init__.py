"""Cards: ranks, hands with hard and soft totals, the composition of a shoe."""
