"""The composition of the shoe: effects of removal, counts, what players gain by them."""
