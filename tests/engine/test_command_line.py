"""The command line as another program meets it: files, pipes, nonsense."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from select import select
from typing import Any

import pytest

from tarot_engine.record_replay import replay_line

MALFORMED = {"move": None, "code": "malformed"}


def run(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "tarot_engine", *arguments], input=given, capture_output=True, check=False
    )


def test_lines_that_are_no_record_stop_nothing() -> None:
    good = run("random", "1").stdout
    endless = good.strip().replace(b'"id":1', b'"id":1e999')
    lines = [b"[" * 5000 + b"]" * 5000, b'{"id":NaN}', b"\xff\xfe", b"9" * 5000, endless, good.strip()]
    done = run("replay", given=b"\n".join(lines))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["error"] for answer in answers] == [MALFORMED] * 5 + [None]
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize(
    "change",
    [
        lambda body: body.update(options=[]),
        lambda body: body.update(options=""),
        lambda body: body.update(dog=dict.fromkeys(body["dog"])),
        lambda body: body.update(hands=dict(enumerate(body["hands"]))),
        lambda body: body["hands"].__setitem__(0, dict.fromkeys(body["hands"][0])),
        lambda body: body.update(moves="pass"),
    ],
)
def test_what_stands_in_another_form_is_no_record(change: Callable[[dict[str, Any]], object]) -> None:
    body = json.loads(run("random", "1").stdout)
    assert replay_line(json.dumps(body))[1]
    change(body)
    assert replay_line(json.dumps(body))[0]["error"] == MALFORMED


def test_the_mark_before_the_first_line_is_no_part_of_it() -> None:
    done = run("replay", given=b"\xef\xbb\xbf" + run("random", "1").stdout)
    assert json.loads(done.stdout)["error"] is None


def test_each_line_is_answered_as_it_comes() -> None:
    line = run("random", "1").stdout
    with subprocess.Popen(
        [sys.executable, "-m", "tarot_engine", "replay"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as reader:
        assert reader.stdin is not None
        assert reader.stdout is not None
        for _ in range(2):
            reader.stdin.write(line)
            reader.stdin.flush()
            assert select([reader.stdout], [], [], 20)[0], "nothing came"
            assert json.loads(reader.stdout.readline())["error"] is None
        reader.stdin.close()
    assert reader.returncode == 0


@pytest.mark.parametrize(
    "command", ["replay <&-", "verify-shuffle <&-", "random 1 >&-", "bench --deals 1 --rounds 1 >&-"]
)
def test_a_stream_that_is_closed_is_no_traceback(command: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m tarot_engine {command}"], capture_output=True, check=False
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_switches_are_on_or_off() -> None:
    for text, is_on in (("on", True), ("off", False), ("true", True), ("false", False)):
        body = json.loads(run("random", "1", "--option", f"petite={text}").stdout)
        assert body["options"].get("petite", True) is is_on
    assert json.loads(run("random", "1", "--option", "misere=off").stdout)["options"] == {}


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
    "arguments",
    [
        ("match", "--deals", "1"),
        ("match", "--budget", "nan"),
        ("match", "--budget", "inf"),
        ("match", "--budget", "0"),
        ("bench", "--rounds", "0"),
        ("random", "-1"),
        ("random", "x"),
    ],
)
def test_numbers_out_of_reach_are_refused_in_words(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert b"error: argument" in done.stderr
