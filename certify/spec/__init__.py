"""Specs and paytables: read, validated, hashed, changed; no game is known here."""
