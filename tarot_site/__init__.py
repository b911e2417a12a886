"""The site of Pli: people, tables, pages and their wiring. The rules are in `tarot_engine`."""
