"""Wiring only: settings, addresses, tasks, servers. It imports everybody and nobody imports it."""
