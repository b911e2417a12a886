"""What is measured: loading against a bare floor, queries of the game page, mails of a deal.

The floor reads the same rows with the same queries, opens and decodes them, and counts them by kind. A ratio
compares the two in the same run, so it says what the replay costs and not how fast the machine is.
"""

from __future__ import annotations

import json
import statistics
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import Q, TextField
from django.db.models.functions import Cast
from django.test import Client
from django.test.utils import CaptureQueriesContext

from notifications.delivery import sweep_mails
from notifications.models import Mail, MailState
from tarot_engine import replay
from tarot_site.games.models import EventRecord, Game
from tarot_site.games.queries import load_table
from tarot_site.games.store import events_of, load_game, load_stored
from tarot_site.games.vault import unseal
from tests.bench.tables import is_late_in_deal, new_game, play

ROUNDS = 40
LONGEST_RATIO = 4.0
MOST_QUERIES = 10
SEED_TAKEN_AT_ONCE = 9  # its first deal has a taker
COLUMNS = ("seq", "deal", "kind", "version", "body", "sealed", "actor", "at", "seat", "decision")


@dataclass(frozen=True, slots=True)
class Result:
    """One line of the table; ``limit`` None only informs."""

    name: str
    value: float
    unit: str
    limit: float | None = None
    detail: str = ""

    @property
    def is_too_much(self) -> bool:
        """Whether it passes its limit."""
        return self.limit is not None and self.value > self.limit


def measure() -> list[Result]:
    """All measurements, on games made for them. Takes about a minute."""
    long_game = new_game(deals=8, seed=1)
    play(long_game, is_late_in_deal(8))
    results = [loading(long_game), view(long_game), page_queries(long_game)]
    play(long_game, lambda game: False)
    return [*results, whole_replay(long_game), *mails_of_a_deal()]


def loading(game: Game) -> Result:
    """The current deal, as at every answer: read, unseal, decode, replay."""
    which = Q(deal=0) | Q(seq__gte=game.deal_seq)

    def floor() -> object:
        again = Game.objects.get(pk=game.pk)
        return list(again.seats.all()), bare(again, which)

    count = EventRecord.objects.filter(which, game=game).count()
    return compared("load the current deal", lambda: load_game(game.pk), floor, f"{count} events")


def whole_replay(game: Game) -> Result:
    """Every deal of a finished game."""

    def full() -> object:
        again = Game.objects.get(pk=game.pk)
        return replay(events_of(line.entry for line in load_stored(again)))

    def floor() -> object:
        return bare(Game.objects.get(pk=game.pk), Q())

    scored = game.events.filter(kind="deal_scored").count()
    return compared(
        "replay a whole game", full, floor, f"{game.events.count()} events, {scored} scored deals"
    )


def bare(game: Game, which: Q) -> Counter[str]:
    """The floor: the same rows, opened and decoded, counted by kind."""
    rows = EventRecord.objects.filter(Q(game=game), which, seq__lte=game.seq).order_by("seq")
    read = rows.annotate(body=Cast("data", TextField())).values_list(*COLUMNS)
    seen: Counter[str] = Counter()
    for seq, _, kind, _, body, sealed, *_ in read:
        place = ("games_eventrecord", "sealed", game.pk, seq, kind)
        json.loads(body if sealed is None else unseal("event", sealed, place))
        seen[kind] += 1
    return seen


def compared(name: str, full: Callable[[], object], floor: Callable[[], object], detail: str) -> Result:
    """Median ratio of ``full`` to ``floor``, each measured right after the other."""
    ratios, costs = [], []
    for _ in range(ROUNDS):
        below, above = seconds(floor), seconds(full)
        ratios.append(above / below)
        costs.append(above)
    cost = f"{statistics.median(costs) * 1000:.1f} ms, {detail}"
    return Result(name, statistics.median(ratios), "x floor", LONGEST_RATIO, cost)


def seconds(call: Callable[[], object]) -> float:
    """How long one call takes."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def view(game: Game) -> Result:
    """What a page shows, loaded for one seat."""
    costs = [seconds(lambda: load_table(game.pk, 0)) for _ in range(ROUNDS)]
    return Result("load one seat's view", statistics.median(costs) * 1000, "ms")


def page_queries(game: Game) -> Result:
    """Queries of the game page, for a player who is signed in."""
    player = game.seats.all()[0].player
    assert player is not None
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    client.get(game.get_absolute_url())
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(game.get_absolute_url())
    assert answer.status_code == 200, answer.status_code
    return Result("queries of the game page", len(queries), "", MOST_QUERIES)


def mails_of_a_deal() -> list[Result]:
    """Mails that one scored deal sends to four people, each handed over before the next answer."""
    game = new_game(deals=1, seed=SEED_TAKEN_AT_ONCE)

    def hand_over(now: datetime) -> None:
        sweep_mails(now, dice=lambda: 0.5)

    hand_over(play(game, lambda game: False, hand_over))
    sent = Mail.objects.filter(game=game, state=MailState.SENT)
    kinds = Counter(kind for mail in sent for kind in mail.kinds)
    assert game.events.filter(kind="deal_opened").count() == 1
    cards = game.events.filter(kind="card_played").count()
    forced = game.events.filter(kind="card_played", actor="forced").count()
    return [
        Result("mails per person and deal", sent.count() / 4, "", detail=words(kinds)),
        Result("cards played without a mail", forced, f"of {cards}"),
    ]


def words(kinds: Counter[str]) -> str:
    """What stood in them."""
    return ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())


def report(results: list[Result]) -> str:
    """The table."""
    lines = []
    for result in results:
        limit = "" if result.limit is None else f"  (limit {result.limit:g})"
        mark = "  TOO MUCH" if result.is_too_much else ""
        value = f"{result.value:8.2f} {result.unit}{limit}{mark}"
        lines.append(f"{result.name:<30}{value:<34}{result.detail}")
    return "\n".join(lines)
