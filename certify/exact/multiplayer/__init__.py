"""Games between players, solved: sequence form, open cards, retrograde analysis."""
