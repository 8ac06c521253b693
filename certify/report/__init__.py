"""Reports: the compliance PDF, printed from results alone."""
