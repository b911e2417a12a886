"""From a posted form to one whole action, and what became of it. Nothing a browser sends raises here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum

from django.http import QueryDict
from django.utils.translation import gettext as _

from tarot_engine import (
    Action,
    CardSet,
    DealOut,
    DealOutOptions,
    IllegalAction,
    Misere,
    NotationError,
    Options,
    PlayCard,
    PlayOptions,
    Prepare,
    PrepareOptions,
    parse_card,
    view_for,
)
from tarot_site.games.errors import StaleTurn
from tarot_site.games.links import NO_CHOICE
from tarot_site.games.models import ActorKind, Door
from tarot_site.games.queries import LoadedTable, answered_seq
from tarot_site.games.services import act
from tarot_site.games.signals import TableFact
from tarot_site.games.wording import refusal_text

MOST_CARDS = 78


class Unreadable(ValueError):
    """The form is no answer to the question; the text says what to do, in the reader's language."""


@dataclass(frozen=True, slots=True, repr=False)
class Picks:
    """What a form holds: fields as they were sent, nothing judged yet."""

    choice: str | None = None
    cards: tuple[str, ...] = ()
    show: tuple[str, ...] = ()
    misere: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()
    slam: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether the form picks nothing: then the link's own choice counts."""
        return self.choice is None and not self.cards and not self.gaps

    def with_index(self, index: int) -> Picks:
        """The same form with the choice that a link names."""
        return replace(self, choice=str(index)) if self.is_empty and index != NO_CHOICE else self


class Fate(Enum):
    """What became of an answer."""

    DONE = "done"
    ALREADY = "already"
    REFUSED = "refused"
    STALE = "stale"


@dataclass(frozen=True, slots=True)
class Reply:
    """The fate of an answer, and the reason of a refusal in the reader's language."""

    fate: Fate
    reason: str = ""


def read_picks(data: QueryDict) -> Picks:
    """The fields of the form. A field sent twice with two values is kept so that it is refused."""
    choices = sorted(set(data.getlist("choice")))
    return Picks(
        choice=" ".join(choices) if choices else None,
        cards=tuple(data.getlist("card")),
        show=tuple(data.getlist("show")),
        misere=tuple(data.getlist("misere")),
        gaps=tuple(data.getlist("gap")),
        slam=data.get("slam") == "1",
    )


def give_answer(
    table: LoadedTable, seat: int, decision: int, picks: Picks, *, door: Door, now: datetime
) -> Reply:
    """Answer a numbered decision with what the form holds. Raises CorruptHistory only."""
    is_open = table.view.decision == decision
    options = table.view.options if is_open else options_then(table, seat, decision)
    if options is None:
        return Reply(Fate.STALE)
    try:
        action = read_action(picks, options)
        acted = act(table.game.pk, seat, decision, action, actor=ActorKind.PERSON, door=door, now=now)
    except Unreadable as error:
        return Reply(Fate.REFUSED, str(error)) if is_open else Reply(Fate.STALE)
    except IllegalAction as error:
        return Reply(Fate.REFUSED, refusal_text(error)) if is_open else Reply(Fate.STALE)
    except StaleTurn:
        return Reply(Fate.STALE)
    return Reply(Fate.ALREADY if acted.already else Fate.DONE)


def options_then(table: LoadedTable, seat: int, decision: int) -> Options | None:
    """What the seat was offered when it answered this decision, as far back as the table is loaded."""
    seq = answered_seq(table.game.pk, seat, decision)
    if seq is None:
        return None
    before = [line.event for line in table.events if line.seq < seq and not isinstance(line.event, TableFact)]
    view = view_for(before, seat)
    return view.options if view.decision == decision else None


def read_action(picks: Picks, options: Options) -> Action:
    """The whole action that the form names. Raises Unreadable; the rules judge the rest."""
    if isinstance(options, PrepareOptions) and (picks.cards or picks.choice is None):
        discard = read_cards(picks.cards) if options.count or picks.cards else None
        return Prepare(discard, picks.slam)
    if isinstance(options, PlayOptions) and picks.choice is None and len(picks.cards) == 1:
        return _shown(PlayCard(next(iter(read_cards(picks.cards)))), picks)
    if isinstance(options, DealOutOptions):
        return DealOut(_read_gaps(picks.gaps))
    if picks.choice is None:
        raise Unreadable(_choose(options))
    return _shown(_choice_at(picks.choice, options), picks)


def read_cards(codes: Iterable[str]) -> CardSet:
    """The set of these cards. Raises Unreadable."""
    codes = tuple(codes)
    if len(codes) > MOST_CARDS:
        raise Unreadable(_unreadable())
    try:
        return CardSet.from_cards([parse_card(code) for code in codes])
    except NotationError:
        raise Unreadable(_unreadable()) from None


def _read_gaps(texts: Iterable[str]) -> tuple[int, ...]:
    numbers = [choice_number(text) for text in texts]
    if None in numbers:
        raise Unreadable(_unreadable())
    return tuple(sorted({number for number in numbers if number is not None}))


def known_codes(codes: Iterable[str]) -> frozenset[str]:
    """Those of these codes that are cards: what a refused form shows again as picked."""
    known = set()
    for code in codes:
        try:
            known.add(parse_card(code).code)
        except NotationError:
            continue
    return frozenset(known)


def choice_number(text: str | None) -> int | None:
    """The index that a choice field holds, None for anything else."""
    return int(text) if text and len(text) <= 3 and text.isascii() and text.isdigit() else None


def _shown(action: Action, picks: Picks) -> Action:
    if not picks.show and not picks.misere:
        return action
    if not isinstance(action, PlayCard):
        raise Unreadable(_unreadable())
    show = read_cards(picks.show) if picks.show else None
    return replace(action, show=show, misere=_read_miseres(picks.misere))


def _read_miseres(kinds: Iterable[str]) -> frozenset[Misere]:
    try:
        return frozenset(Misere(kind) for kind in kinds)
    except ValueError:
        raise Unreadable(_unreadable()) from None


def _choice_at(text: str, options: Options) -> Action:
    index = choice_number(text)
    if index is None or index >= len(options.choices):
        raise Unreadable(_choose(options))
    return options.choices[index]


def _choose(options: Options) -> str:
    if isinstance(options, PlayOptions):
        return _("Choisissez une carte parmi celles que vous pouvez jouer.")
    return _("Choisissez une des réponses proposées.")


def _unreadable() -> str:
    return _("Cette réponse est illisible\u202f: choisissez de nouveau.")
