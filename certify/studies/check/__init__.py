"""Whether a spec does what it says: invariants, examples, random games."""
