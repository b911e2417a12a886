"""Deals that nobody took, several in a row: one line instead of one block each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tarot_engine import DealAnnulled, DealOpened, DealPassedOut, DealScored

from . import wording_story as story
from .pages import DealResult, StoryLine
from .queries import Logged
from .signals import TableFact
from .wording_cards import capital

TIMES: Final = (
    gettext_lazy("deux fois"),
    gettext_lazy("trois fois"),
    gettext_lazy("quatre fois"),
    gettext_lazy("cinq fois"),
    gettext_lazy("six fois"),
    gettext_lazy("sept fois"),
    gettext_lazy("huit fois"),
    gettext_lazy("neuf fois"),
    gettext_lazy("dix fois"),
)


def times_text(count: int) -> str:
    """How often, from 2 on: "deux fois", "12 fois"."""
    place = count - 2
    return str(TIMES[place]) if place < len(TIMES) else _("%(n)s fois") % {"n": count}


def collapsed_deals(deals: Iterable[DealResult]) -> tuple[DealResult, ...]:
    """Finished deals, oldest first, where a run that nobody took is one result without hands."""
    return tuple(_merged(list(run)) for _key, run in groupby(deals, key=_run_key))


def _run_key(deal: DealResult) -> tuple[int, bool]:
    passed = {f"{capital(story.passed_out(is_end=is_end))}." for is_end in (False, True)}
    return deal.number, not deal.lines and deal.headline in passed


def _merged(run: list[DealResult]) -> DealResult:
    if len(run) == 1:
        return run[0]
    return replace(run[-1], headline=f"{capital(_passed(len(run)))}.", hands=())


def collapsed_story(lines: Iterable[StoryLine], logged: Sequence[Logged]) -> Iterator[StoryLine]:
    """The lines of a story, where the deals of such a run are told in one."""
    runs = list(_runs(logged))
    facts = {line.seq for line in logged if isinstance(line.event, TableFact)}
    for line in lines:
        _first, last, number, count = next(
            (run for run in runs if run[0] <= line.seq <= run[1]), (0, 0, 0, 0)
        )
        if not count or line.seq in facts:
            yield line
        elif line.seq == last:
            text = _("Donne %(number)s\u202f: %(passed)s.") % {"number": number, "passed": _passed(count)}
            yield replace(line, text=text, trick=None)


def _passed(count: int) -> str:
    return _("tout le monde a passé %(times)s") % {"times": times_text(count)}


def _runs(logged: Sequence[Logged]) -> Iterator[tuple[int, int, int, int]]:
    """First and last line of each run of two deals or more, the number of its deal, and how many."""
    first = last = number = count = 0
    for line in logged:
        match line.event:
            case DealOpened(number=number):
                first = first or line.seq
            case DealPassedOut() if first:
                last, count = line.seq, count + 1
            case DealScored() | DealAnnulled():
                if count > 1:
                    yield first, last, number, count
                first = count = 0
            case _:
                pass
    if count > 1:
        yield first, last, number, count
