"""Games between several players as trees, with what each of them has seen, and their solutions."""
