"""Whether a report proves itself: what it carries, and whether its pages follow from it."""
