"""The people who play: accounts, sign-in, profile."""
