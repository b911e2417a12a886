"""Measure on a new SQLite database in a temporary folder, print a table, and fail when a limit is passed."""

from __future__ import annotations

import os
import sys

# Decides the environment before Django reads its settings, as for the tests.
import tests.services.hermetic  # noqa: F401

if __name__ == "__main__":
    import django

    os.environ["LOG_LEVEL"] = "ERROR"
    django.setup()

    from django.core.management import call_command

    from tests.bench.bench import measure, report
    from tests.bench.engine_speed import measure_engine

    call_command("migrate", verbosity=0)
    results = [*measure_engine(), *measure()]
    print(report(results))
    sys.exit(any(result.is_too_much for result in results))
