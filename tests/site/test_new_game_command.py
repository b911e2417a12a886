"""`manage.py newgame` by other rules."""

from __future__ import annotations

import json
import re
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tarot_site.games.models import Game
from tarot_site.games.queries import load_opening

pytestmark = pytest.mark.django_db


def run(*args: str) -> Any:
    out = StringIO()
    call_command("newgame", *args, stdout=out)
    return json.loads(out.getvalue())


@pytest.mark.parametrize("robots", [1, 2, 4])
def test_seats(robots: int) -> None:
    said = run("a@example.org", "--robots", str(robots), "--rounds", "2", "--robot", "simple")
    rules = load_opening(Game.objects.get(public_id=said["game"])).rules
    assert (rules.seats, rules.deals) == (robots + 1, 2 * (robots + 1))
    assert Game.objects.get().robot == "simple"


def test_options() -> None:
    said = run("a@example.org", "--robots", "4", "--option", "auction=rising", "--option", "slam_made=100")
    assert load_opening(Game.objects.get(public_id=said["game"])).rules.to_options() == {
        "auction": "rising",
        "slam_made": 100,
    }


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--option", "poker=1"), "no option 'poker'"),
        (("--option", "auction=loud"), "usual: single, rising"),
        (("--option", "split5=half"), "wrong_seats option=split5 seats=4"),
        (("--option", "misere_value=20"), "conflict"),
        (("--rounds", "0"), "1 or more"),
        (("--rounds", "1", "--deals", "1"), "not allowed"),
    ],
)
def test_refuses(args: tuple[str, ...], words: str) -> None:
    with pytest.raises(CommandError, match=re.escape(words)):
        run("a@example.org", "--robots", "3", *args)
    assert not Game.objects.exists()
