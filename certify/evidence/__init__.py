"""What makes figures proof: reports, ledger, seals and their verification."""
