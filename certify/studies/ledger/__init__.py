"""The ledger: what was worked out, from what, by what, in a chain that shows every change."""
