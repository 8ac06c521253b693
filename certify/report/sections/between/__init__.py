"""Sections of the report on a game between players, in the order of `layout_between`."""
