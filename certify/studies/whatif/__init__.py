"""What a change does: of settings, over values of them, to meet a target, of every ruling."""
