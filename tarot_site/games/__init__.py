"""Games, seats, the event log and the pages of a table."""
