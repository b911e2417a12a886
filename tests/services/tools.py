"""What all the servers of the tests need: binaries, ports, processes, patience."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, NoReturn

import pytest

ROOT = Path(__file__).resolve().parents[2]


class Missing(RuntimeError):
    """A program that these tests need is not on this machine; the message says which."""


def unavailable(reason: object) -> NoReturn:
    """Skip the test on somebody's own machine; in CI everything must be there, so fail."""
    if os.environ.get("CI", "").lower() in {"1", "true"}:
        pytest.fail(f"missing in CI: {reason}", pytrace=False)
    pytest.skip(str(reason))


def find_program(*names: str, folders: Sequence[Path] = ()) -> Path:
    """The first of these programs that is in one of the folders or on PATH. Raises Missing."""
    for name in names:
        for folder in folders:
            if os.access(folder / name, os.X_OK):
                return folder / name
        found = shutil.which(name)
        if found:
            return Path(found)
    raise Missing(f"none of {', '.join(names)} is installed")


def free_port() -> int:
    """A TCP port of the loopback address that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(condition: Callable[[], object], seconds: float, what: str) -> None:
    """Look every 50 ms until the condition holds; after `seconds` fail with TimeoutError naming `what`."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"{what}: not within {seconds:g} s")
        time.sleep(0.05)


def listens(port: int) -> bool:
    """Whether somebody accepts connections on that loopback port."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Process:
    """A server in its own process, with its output in a file."""

    def __init__(
        self,
        name: str,
        command: Sequence[str | Path],
        folder: Path,
        env: Mapping[str, str] | None = None,
        user: str | None = None,
    ) -> None:
        self.name = name
        self.command = [str(part) for part in command]
        self.log_path = folder / f"{name}.log"
        self._env = dict(env) if env is not None else None
        self._user = user
        self._running: subprocess.Popen[bytes] | None = None
        self._earlier = 0  # characters of the log that an earlier start wrote

    def start(self) -> None:
        """Start it (again); the log goes on."""
        self._earlier = len(self.log())
        log: IO[bytes]
        with self.log_path.open("ab") as log:
            self._running = subprocess.Popen(
                self.command, cwd=ROOT, env=self._env, user=self._user, stdin=subprocess.DEVNULL,
                stdout=log, stderr=subprocess.STDOUT,
            )  # fmt: skip

    @property
    def pid(self) -> int:
        """Of the running process."""
        assert self._running is not None
        return self._running.pid

    def exit_status(self) -> int | None:
        """None while it runs."""
        assert self._running is not None
        return self._running.poll()

    def wait_until(self, condition: Callable[[], object], seconds: float = 30.0) -> None:
        """Wait for a sign of life; fails at once, with its output, if the process ends instead."""

        def ready_or_dead() -> bool:
            if self.exit_status() is not None:
                raise RuntimeError(f"{self.name} ended with {self.exit_status()}:\n{self.log()}")
            return bool(condition())

        try:
            wait_until(ready_or_dead, seconds, f"{self.name} is ready")
        except TimeoutError as error:
            raise TimeoutError(f"{error}\n{self.log()}") from None

    def wait_for_word(self, word: str, seconds: float = 30.0) -> None:
        """Wait until it wrote that word since it was started last."""
        self.wait_until(lambda: word in self.log()[self._earlier :], seconds)

    def stop(self, seconds: float = 10.0) -> int:
        """SIGTERM, then SIGKILL after `seconds`; the exit status."""
        if self._running is None:
            return 0
        if self._running.poll() is None:
            self._running.terminate()
            try:
                self._running.wait(seconds)
            except subprocess.TimeoutExpired:
                self._running.kill()
        return self._running.wait()

    def kill(self) -> None:
        """SIGKILL: the process has no time to do anything."""
        assert self._running is not None
        self._running.kill()
        self._running.wait()

    def log(self) -> str:
        """What it wrote so far."""
        return self.log_path.read_text("utf-8", "replace") if self.log_path.exists() else ""
