"""The twenty-one family, enumerated: dealer, player, splits, and the strategies solved on them."""
