"""The compiled back end: generated array code that plays as the interpreter does."""
