"""Tests of the admin."""
