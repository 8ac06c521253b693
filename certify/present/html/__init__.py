"""A document as one HTML page that carries all it needs, readable without scripts."""
