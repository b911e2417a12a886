"""Telling made-up facts to one reader, for the tests of the story."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.utils import translation

from tarot_engine import CardPlayed, CardSet, DealOpened, Event, parse_card
from tarot_site.games.models import ActorKind
from tarot_site.games.pages import StoryLine
from tarot_site.games.present_story import present_story
from tarot_site.games.queries import Logged
from tarot_site.games.signals import TableFact
from tarot_site.games.wording_names import Voice

NAMES = ("Camille", "Léa", "Marc", "Jo")
PEOPLE = frozenset({0, 1, 2, 3})
AT = datetime(2026, 12, 3, 19, 0, tzinfo=UTC)
OPENED = DealOpened(3, 3, 3, (0, 0, 0, 0), (0, 0, 0, 0))
NONE = CardSet()


def told(
    *facts: Event | TableFact,
    reader: int | None = 0,
    language: str = "fr",
    actor: ActorKind = ActorKind.PERSON,
    since: int = 0,
    people: frozenset[int] = PEOPLE,
) -> list[StoryLine]:
    """The lines of these facts; the last one is by ``actor``, the others by persons."""
    logged = [Logged(seq, fact, ActorKind.PERSON, AT) for seq, fact in enumerate(facts, 1)]
    logged[-1] = Logged(len(facts), facts[-1], actor, AT)
    with translation.override(language):
        return list(present_story(Voice(NAMES, reader), logged, since, 18, people))


def last(*facts: Event | TableFact, **more: Any) -> str:
    return told(*facts, **more)[-1].text


def fr(text: str) -> str:
    """The French of a test: underscores are narrow spaces."""
    return text.replace("_", "\u202f")


def plays(*codes: str, leader: int = 1) -> list[Event]:
    """These cards, by the leader (Léa) and the seats after."""
    return [CardPlayed((leader + i) % 4, parse_card(code)) for i, code in enumerate(codes)]
