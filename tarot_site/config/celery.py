"""The Celery application. A task is only a hint to look at the database now (design §4).

Hence early acknowledgement, no results, and a short patience with a broker that does not answer: the answer
of a player is already stored when a hint is published, and the sweeps find whatever no hint announced.
"""

from __future__ import annotations

import os
from typing import Any

import django
from celery import Celery
from celery.signals import beat_init, setup_logging, worker_init, worker_ready
from kombu import Exchange, Queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarot_site.config.settings")

from django.conf import settings
from django.utils import timezone

# Embedded, a command in another process cannot hint (the queue is in memory): the sweep finds its work.
SWEEP_SECONDS = 5.0 if settings.EMBEDDED else 30.0
HEARTBEAT_SECONDS = 30.0
SWEEPS = ("notifications.tasks.sweep_mails", "tarot_site.games.tasks.sweep_games")
HEARTBEAT = "notifications.tasks.heartbeat"
PURGE = "notifications.tasks.purge"
FORGET_COUNTERS = "tarot_site.config.forget_counters"
PURGE_SECONDS = 3600.0  # what is kept for days may stay an hour more
AT_START = (*SWEEPS, PURGE, FORGET_COUNTERS)
# Robots that think have a queue of their own. Every worker takes from both in turn, so that a mail waits for
# one of their tasks at most, unless it is told `-Q`.
DEFAULT_QUEUE, THINKING_QUEUE = "celery", "thinking"

_EMBEDDED_TRANSPORT = {"polling_interval": 0.05}  # seconds; costs 0.6 % of a processor when idle
_REDIS_TRANSPORT = {
    "global_keyprefix": "pli.",
    "health_check_interval": 25,
    "socket_connect_timeout": 3,
    "socket_timeout": 30,
    "visibility_timeout": 900,
}

app = Celery("pli")
app.conf.update(
    accept_content=["json"],
    beat_schedule={
        **{name.rpartition(".")[2]: {"task": name, "schedule": SWEEP_SECONDS} for name in SWEEPS},
        "heartbeat": {"task": HEARTBEAT, "schedule": HEARTBEAT_SECONDS},
        "purge": {"task": PURGE, "schedule": PURGE_SECONDS},
        "counters": {"task": FORGET_COUNTERS, "schedule": PURGE_SECONDS},
    },
    broker_connection_retry_on_startup=True,
    broker_transport_options=_EMBEDDED_TRANSPORT if settings.EMBEDDED else _REDIS_TRANSPORT,
    broker_url="memory://localhost/" if settings.EMBEDDED else settings.REDIS_URL,
    enable_utc=True,
    task_acks_late=False,
    task_default_queue=DEFAULT_QUEUE,
    task_ignore_result=True,
    task_publish_retry=True,
    task_publish_retry_policy={
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0.2,
        "interval_max": 0.2,
    },
    task_queues=[Queue(name, Exchange(name), routing_key=name) for name in (DEFAULT_QUEUE, THINKING_QUEUE)],
    task_routes={"tarot_site.games.tasks.think": {"queue": THINKING_QUEUE}},
    task_serializer="json",
    task_soft_time_limit=90,
    task_time_limit=120,
    timezone="UTC",
    worker_cancel_long_running_tasks_on_connection_loss=True,
    worker_enable_remote_control=not settings.EMBEDDED,
    worker_max_tasks_per_child=500,
    worker_prefetch_multiplier=1,
)
app.autodiscover_tasks(["notifications", "tarot_site.games"])


@app.task(name="tarot_site.config.wake")
def wake() -> None:
    """Nothing: an embedded worker that is told to stop sees it at once, not when its wait is over."""


@app.task(name=FORGET_COUNTERS)
def forget_counters() -> None:
    """Delete the counters of sign-in that count no more."""
    from tarot_site.players import limits

    limits.forget_counters(timezone.now())


@setup_logging.connect
def keep_our_logging(**_: Any) -> None:
    """Leave logging as settings.LOGGING made it: it takes the tokens out, Celery's own would not."""


@worker_ready.connect
def sweep_at_start(**_: Any) -> None:
    """What was left while no worker ran does not wait for the next round."""
    for name in AT_START:
        app.send_task(name)


@worker_init.connect
@beat_init.connect
def refuse_to_start_unsafely(**_: Any) -> None:
    """Ends a worker or scheduler whose settings are unsafe. Any other exception Celery would only log."""
    django.setup()
    from tarot_site.config.checks import unsafe_settings

    problems = unsafe_settings()
    if problems:
        raise SystemExit("\n".join(str(problem) for problem in problems))


@beat_init.connect
def beat_at_start(**_: Any) -> None:
    """The first heartbeat does not wait either."""
    app.send_task(HEARTBEAT)
