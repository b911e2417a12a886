"""The command line as another program meets it: files, pipes, nonsense."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

MALFORMED = {"move": None, "code": "malformed"}


def run(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "tarot_engine", *arguments], input=given, capture_output=True, check=False
    )


def test_lines_that_are_no_record_stop_nothing() -> None:
    good = run("random", "1").stdout
    lines = [b"[" * 5000 + b"]" * 5000, b'{"id":NaN}', b"\xff\xfe", b"9" * 5000, good.strip()]
    done = run("replay", given=b"\n".join(lines))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["error"] for answer in answers] == [MALFORMED] * 4 + [None]
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize("command", ["replay", "verify-shuffle"])
def test_a_file_that_cannot_be_read_is_named(command: str, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing"):
        done = run(command, str(path))
        assert done.returncode == 2
        assert str(path).encode() in done.stderr
        assert b"Traceback" not in done.stderr


def test_a_reader_that_goes_away_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tarot_engine", "random", "400"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as writer:
        assert writer.stdout is not None
        assert writer.stderr is not None
        writer.stdout.readline()
        writer.stdout.close()
        assert writer.stderr.read() == b""


@pytest.mark.parametrize(
    "arguments", [("match", "--deals", "1"), ("bench", "--rounds", "0"), ("random", "-1"), ("random", "x")]
)
def test_numbers_out_of_reach_are_refused_in_words(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert b"error: argument" in done.stderr
