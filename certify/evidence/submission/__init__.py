"""The package that an authority asks for: every document of it, from one spec."""
