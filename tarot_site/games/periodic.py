"""Work done at every beat. Applications that ``games`` must not know add theirs in ``AppConfig.ready``."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from datetime import datetime

from .clock import sweep_games
from .thinking import think_everywhere

logger = logging.getLogger(__name__)
Sweep = Callable[[datetime], "Counter[str]"]
_sweeps: dict[str, Sweep] = {"games": sweep_games, "robots": think_everywhere}


def register_sweep(name: str, sweep: Sweep) -> None:
    """Have this plain function of the time run at every beat, after those that are known already."""
    _sweeps[name] = sweep


def run_sweeps(now: datetime) -> dict[str, Counter[str]]:
    """Run each once: what it counted, by name. One that fails counts an "error" and stops no other."""
    done: dict[str, Counter[str]] = {}
    for name, sweep in _sweeps.items():
        try:
            done[name] = sweep(now)
        except Exception:
            logger.exception("The sweep of %s failed.", name)
            done[name] = Counter(error=1)
    return done
