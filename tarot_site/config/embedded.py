"""The embedded default: the task worker and the scheduler as threads of the web process.

Started by `manage.py serve` only, never at import: they must not run in `migrate` or in tests. The queue
lives in memory and dies with the process, which is harmless: the sweeps find in the database what it
announced.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from celery.beat import Scheduler, Service
from celery.worker import state as worker_state

from tarot_site.config.celery import AT_START, HEARTBEAT, app, wake

logger = logging.getLogger(__name__)
STOP_SECONDS = 2.5


class TaskThreads:
    """One worker and one scheduler. `on_death` is called if either ends unasked."""

    def __init__(self, on_death: Callable[[], None]) -> None:
        self._on_death = on_death
        self._stopping = False
        # solo: tasks run in the worker's own thread, one after the other.
        self._worker = app.WorkController(
            pool="solo",
            concurrency=1,
            without_gossip=True,
            without_heartbeat=True,
            without_mingle=True,
            quiet=True,
        )
        # The default scheduler would keep a file of its own; the short interval is how soon it can stop.
        self._beat = Service(app, max_interval=1, scheduler_cls=Scheduler)
        self._threads = [
            threading.Thread(target=self._work, name="pli-worker", daemon=True),
            threading.Thread(target=self._schedule, name="pli-beat", daemon=True),
        ]

    def start(self) -> None:
        """Start both, and sweep at once what an earlier process left."""
        for thread in self._threads:
            thread.start()
        for name in (*AT_START, HEARTBEAT):
            app.send_task(name)

    def stop(self) -> None:
        """End both within STOP_SECONDS; a task that takes longer is left to the next start."""
        self._stopping = True
        worker_state.should_stop = 0  # type: ignore[assignment]  # an exit status, or None
        self._beat.stop(wait=False)
        for _ in range(2):  # the worker waits once more after it has seen the word
            wake.delay()
        deadline = time.monotonic() + STOP_SECONDS
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    def _work(self) -> None:
        self._watch(self._worker.start)

    def _schedule(self) -> None:
        app.set_current()
        self._watch(self._beat.start)

    def _watch(self, run: Callable[[], object]) -> None:
        try:
            run()
        except (SystemExit, KeyboardInterrupt):
            pass
        except Exception:
            logger.exception("A thread of the task queue ended.")
        finally:
            if not self._stopping:
                self._on_death()
