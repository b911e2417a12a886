"""The mail ledger: one row per mail, and everything that sends it."""
