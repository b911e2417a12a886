"""Filters for mail templates."""
