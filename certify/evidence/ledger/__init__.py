"""The ledger: what was worked out, by whom and from what, so that it can be reproduced."""
