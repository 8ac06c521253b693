"""Documents as PDF: tagged, archival, with attachments."""
