"""The sections of a report, one file for each group, in the order of `certify.report.layout`."""
