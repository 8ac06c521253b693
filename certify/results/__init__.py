"""Results: frozen, typed, JSON both ways; no number without unit, basis, method and error."""
