"""Real servers for the tests: PostgreSQL, Redis, SMTP, Chromium, and Pli itself."""
