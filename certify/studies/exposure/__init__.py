"""What hidden cards are worth to a player who sees them."""
