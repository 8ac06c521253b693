"""Reports: what stands in them, section by section."""
