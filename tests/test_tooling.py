"""The promises of the repository itself: what the engine imports, sizes, lock files, the first command."""

from __future__ import annotations

import ast
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services.tools import ROOT, free_port

LONGEST_FILE = 300
LONGEST_FUNCTION = 40
OUR_CODE = ("tarot_engine", "tarot_site", "notifications", "tools")
BOOTSTRAP = ROOT / "tools" / "bootstrap.py"


def our_files() -> Iterator[Path]:
    for folder in OUR_CODE:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path


def imported_modules(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module


def test_the_engine_imports_the_standard_library_only() -> None:
    allowed = sys.stdlib_module_names | {"tarot_engine"}
    strangers = {
        (path.name, module)
        for path in sorted((ROOT / "tarot_engine").rglob("*.py"))
        for module in imported_modules(path)
        if module.partition(".")[0] not in allowed
    }
    assert strangers == set()


def test_the_site_imports_the_engine_from_its_top_level_only() -> None:
    """Not left to import-linter: it takes the function `tarot_engine.evolve` for the module of that name."""
    deep = {
        (str(path.relative_to(ROOT)), module)
        for path in our_files()
        if "tarot_engine" not in path.relative_to(ROOT).parts
        for module in imported_modules(path)
        if module.startswith("tarot_engine.")
    }
    assert deep == set()


def test_files_and_functions_stay_short() -> None:
    """A longer one says why in a comment `# long: ...` on its first line (file) or `def` line."""
    too_long = []
    for path in our_files():
        lines = path.read_text("utf-8").splitlines()
        if len(lines) > LONGEST_FILE and "# long:" not in lines[0]:
            too_long.append(f"{path.relative_to(ROOT)}: {len(lines)} lines")
        for node in ast.walk(ast.parse("\n".join(lines))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > LONGEST_FUNCTION and "# long:" not in lines[node.lineno - 1]:
                    too_long.append(f"{path.relative_to(ROOT)}: {node.name}, {length} lines")
    assert too_long == []


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_lock_files_have_hashes_and_no_addresses(name: str) -> None:
    text = (ROOT / name).read_text("utf-8").replace("\\\n", " ")
    requirements = [line for line in text.splitlines() if line.strip()]
    assert len(requirements) > 30
    assert not re.search(r"://|^-", text, re.MULTILINE)
    assert [line for line in requirements if "==" not in line or "--hash=sha256:" not in line] == []


def test_the_tests_install_what_the_site_runs_on() -> None:
    """`make run` takes an environment made by `make test` as it is, so it must hold the same versions."""
    runtime, dev = (
        set(re.findall(r"^[a-z][^ ]+==[^ ]+", (ROOT / name).read_text("utf-8"), re.MULTILINE))
        for name in ("requirements.lock", "requirements-dev.lock")
    )
    assert runtime - dev == set()


# tools/bootstrap.py, run in a project of its own


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with the bootstrap and a lock file that installs nothing."""
    (tmp_path / "tools").mkdir()
    shutil.copy(BOOTSTRAP, tmp_path / "tools")
    (tmp_path / "requirements.lock").write_text("", "utf-8")
    return tmp_path


def bootstrap(
    project: Path, *arguments: str, before: str = "", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run it; `before` is code run first in the same interpreter, to take something away from it."""
    script = str(project / "tools" / "bootstrap.py")
    code = "\n".join(
        (
            "import runpy, sys",
            before,
            f"sys.argv = {[script, *arguments]!r}",
            f"runpy.run_path({script!r}, run_name='__main__')",
        )
    )
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **(env or {})},
        capture_output=True,
        text=True,
        check=False,
    )


def the_sentence(result: subprocess.CompletedProcess[str]) -> str:
    """What it said when it gave up: one line, on standard error."""
    assert result.returncode == 1, result.stderr
    (line,) = result.stderr.splitlines()
    return line


def test_the_bootstrap_parses_on_an_old_python() -> None:
    ast.parse(BOOTSTRAP.read_text("utf-8"), feature_version=(3, 7))
    for word in ('f"', "f'", ":=", "match ", "->"):
        assert word not in BOOTSTRAP.read_text("utf-8").partition('"""\n\nimport')[2]


def test_an_old_python_is_told_so(project: Path) -> None:
    said = the_sentence(bootstrap(project, "run", before="sys.version_info = (3, 9, 2)"))
    assert said.startswith("Pli needs Python 3.11 or newer")
    assert "Python 3.9" in said
    assert not (project / ".venv").exists()


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_missing_module_is_named(project: Path, module: str) -> None:
    said = the_sentence(bootstrap(project, "install", before=f"sys.modules[{module!r}] = None"))
    assert f"without its module {module}" in said
    assert "apt install" in said


def test_a_busy_port_is_told_before_anything_is_installed(project: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        said = the_sentence(bootstrap(project, "run", env={"PORT": str(port)}))
    assert said.startswith(f"Port {port} is in use")
    assert not (project / ".venv").exists()


def test_a_port_that_the_system_keeps_for_itself(project: Path) -> None:
    """Root may take any port, so the refusal of the system is played back for it."""
    refuse = """
import errno, socket
class Refused(socket.socket):
    def bind(self, address):
        raise PermissionError(errno.EACCES, "Permission denied")
socket.socket = Refused
"""
    said = the_sentence(bootstrap(project, "run", before=refuse, env={"PORT": "80"}))
    assert said.startswith("Port 80 cannot be used (Permission denied)")
    assert "PORT=8000 make run" in said


@pytest.mark.parametrize("port", ["http", "0", "70000", "²", "٣", "1" * 5000])
def test_a_port_that_is_none(project: Path, port: str) -> None:
    assert "PORT must be a number" in the_sentence(bootstrap(project, "run", env={"PORT": port}))


def test_a_folder_that_cannot_be_written(project: Path) -> None:
    """Root may write everywhere, so the refusal of the system is played back for it."""
    refuse = """
import tempfile
def refuse(**_):
    raise OSError(30, "Read-only")
tempfile.TemporaryFile = refuse
"""
    said = the_sentence(bootstrap(project, "install", before=refuse))
    assert "cannot write there (Read-only)" in said
    assert str(project) in said


@pytest.mark.serial
def test_without_a_network(project: Path) -> None:
    (project / "requirements.lock").write_text(f"pli-nowhere==1 --hash=sha256:{'0' * 64}\n", "utf-8")
    result = bootstrap(project, "install", env={"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": ""})
    said = the_sentence(result)
    assert said.startswith("Installing the libraries failed")
    assert "pli-nowhere" in said
    assert "No matching distribution" in (project / ".venv" / "pip.log").read_text("utf-8")


@pytest.mark.serial
def test_installed_once_and_again_when_the_lock_file_changes(project: Path) -> None:
    assert "Installing" in bootstrap(project, "install").stdout
    assert bootstrap(project, "install").stdout == ""
    (project / "requirements.lock").write_text("# changed\n", "utf-8")
    assert "Installing" in bootstrap(project, "install").stdout


def test_the_makefile_passes_over_an_old_python(tmp_path: Path) -> None:
    """python3.14 is there but too old, python3.13 has no ensurepip: the one after them is taken."""
    for name, line in (
        ("python3.14", "exit 1"),
        ("python3.13", "exit 1"),
        ("python3.12", f'exec {sys.executable} "$@"'),
    ):
        (tmp_path / name).write_text(f"#!/bin/sh\n{line}\n", "utf-8")
        (tmp_path / name).chmod(0o755)
    shown = subprocess.run(
        ["make", "-n", "run"],
        cwd=ROOT,
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}", "PORT": str(free_port())},
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stdout.strip() == "python3.12 tools/bootstrap.py run"
