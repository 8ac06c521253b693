"""Verification of reports: whole, unchanged, signed, and worked out again."""
