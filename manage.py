#!/usr/bin/env python
"""The command line of the site: `python manage.py help`."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run a command; a setting that cannot be used is one sentence, not a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarot_site.config.settings")
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit(
            "Django is not installed in this Python: run `make install`, then use .venv/bin/python manage.py."
        )
    from tarot_site.config.keys import FolderNotWritable

    try:
        execute_from_command_line(sys.argv)
    except (FolderNotWritable, ImproperlyConfigured) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
