"""What happened, line by line: the facts that the reader's seat saw, as sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from tarot_engine import (
    PETIT,
    BidPlaced,
    Card,
    CardCalled,
    CardPlayed,
    ChainRenewed,
    ContractSettled,
    CoveredCardTurned,
    DealAnnulled,
    DealOpened,
    DealPassedOut,
    DealScored,
    DiscardMade,
    DogShown,
    Event,
    GameOver,
    HandfulShown,
    LastDealAnnounced,
    MisereDeclared,
    PackCut,
    PackDealt,
    PartnerRevealed,
    SeatTaken,
    SlamAnnounced,
    TakerReady,
    TrickTaken,
)

from . import wording_dealing as dealing
from . import wording_story as story
from .models import ActorKind
from .pages import StoryLine
from .present_answers import Answer, automatic_clause
from .present_void import collapsed_story
from .queries import Logged
from .signals import TableFact
from .wording_names import Voice
from .wording_score import score_headline
from .wording_table import chain_renewed, game_over, seated, table_fact

ACTS = (
    PackCut,
    PackDealt,
    BidPlaced,
    DiscardMade,
    TakerReady,
    CardPlayed,
    SlamAnnounced,
    HandfulShown,
    MisereDeclared,
)
STRONG = (ContractSettled, SlamAnnounced, HandfulShown, MisereDeclared, PartnerRevealed, DealScored, GameOver)


def present_story(
    voice: Voice, logged: Sequence[Logged], since_seq: int, tricks: int, people: frozenset[int]
) -> tuple[StoryLine, ...]:
    """The lines of the current deal, oldest first, and whatever is new to the reader before it.

    ``tricks`` is the number of tricks of a deal; ``people`` are the seats that belong to persons.
    """
    opened = max((line.seq for line in logged if isinstance(line.event, DealOpened)), default=0)
    lines = tuple(collapsed_story(Teller(voice, tricks, people).lines(logged, since_seq), logged))
    shown = _first_shown(lines)
    return tuple(line for n, line in enumerate(lines) if line.seq >= opened or line.is_new or n == shown)


def since_last_act(story: Sequence[StoryLine]) -> tuple[StoryLine, ...]:
    """What is new to the reader, after the line of their own last act where the story has it."""
    shown = _first_shown(story)
    if shown is None:
        return ()
    return tuple(line for n, line in enumerate(story) if n == shown or (n > shown and line.is_new))


def _first_shown(story: Sequence[StoryLine]) -> int | None:
    """Where what is new begins: at the line of the reader's own last act, if there is one."""
    return next((max(n - 1, 0) for n, line in enumerate(story) if line.is_new), None)


def newest(story: Sequence[StoryLine], count: int) -> tuple[StoryLine, ...]:
    """The last ``count`` lines, and whatever stands before them of the trick that they begin in."""
    start = first = max(len(story) - count, 0)
    number = next((line.trick for line in story[start:] if line.trick), None)
    while first and story[first - 1].trick in (None, number):
        first -= 1
    whole = (n for n in range(first, start) if number and story[n].trick == number)
    return tuple(story[next(whole, start) :])


@dataclass(slots=True)
class Teller:
    """Turns facts into sentences in order; remembers only what the next one needs."""

    voice: Voice
    tricks: int
    people: frozenset[int]
    taker: int = 0
    trick: list[Card] = field(default_factory=list)
    number: int | None = None
    ends_here: bool = False
    has_slam: bool = False

    def lines(self, logged: Sequence[Logged], since_seq: int) -> list[StoryLine]:
        """One line for each fact worth telling. Leads name their trick, and so does the first card shown."""
        told = list(self._told(logged, since_seq))
        shown = _first_shown([line for line, _clause in told])
        for n, (line, clause) in enumerate(told):
            if shown is not None and n >= shown and clause:
                numbered = story.in_trick(line.trick or 0, clause)
                told[n] = replace(line, text=self.voice.sentence(numbered)), ""
                break
        return [line for line, _clause in told]

    def _told(self, logged: Sequence[Logged], since_seq: int) -> Iterator[tuple[StoryLine, str]]:
        """The lines, each with its clause if a card fell there."""
        has_begun = any(isinstance(line.event, DealOpened) for line in logged)
        for line in logged:
            event = line.event
            if isinstance(event, SeatTaken) and has_begun:
                continue
            number = self._trick_number(event)
            clause, is_strong = self._clause(event, line.actor_kind)
            is_new = line.seq > since_seq and not self._is_my_act(event, line.actor_kind)
            is_card = isinstance(event, CardPlayed)
            text = story.in_trick(number, clause) if is_card and number and not self.trick else clause
            self._remember(event)
            if text:
                told = StoryLine(line.seq, self.voice.sentence(text), is_strong, number, is_new)
                yield told, clause if is_card and number else ""

    def _is_my_act(self, event: Event | TableFact, actor: ActorKind) -> bool:
        """Whether the reader did this in person; one answer may be several facts, none of them news."""
        return actor is ActorKind.PERSON and isinstance(event, ACTS) and event.seat == self.voice.reader

    def _clause(self, event: Event | TableFact, actor: ActorKind) -> tuple[str, bool]:
        if isinstance(event, TableFact):
            return table_fact(self.voice, event.kind, event.data), True
        if isinstance(event, TakerReady) and self.has_slam:
            return "", False  # the announcement has said it
        if isinstance(event, Answer):
            return self._answer(event, actor)
        return self._fact(event), isinstance(event, STRONG)

    def _answer(self, event: Answer, actor: ActorKind) -> tuple[str, bool]:
        seat = self.taker if isinstance(event, CardCalled) else event.seat
        automatic = automatic_clause(self.voice, event, seat, actor, is_person=seat in self.people)
        if automatic:
            return automatic, actor is ActorKind.DEADLINE
        match event:
            case PackCut(position=position):
                return dealing.cut(self.voice, seat, position), False
            case PackDealt(gaps=gaps):
                return dealing.dealt_out(self.voice, seat, gaps), False
            case BidPlaced(contract=contract, slam=slam):
                return story.bid(self.voice, seat, contract, slam=slam), slam
            case CardCalled(card=card):
                return story.called(self.voice, seat, card), True
            case DiscardMade(cards=cards, trumps_shown=shown):
                return story.discarded(self.voice, seat, cards, shown), bool(shown)
            case TakerReady():
                return story.ready(self.voice, seat), False
            case CardPlayed(card=card):
                return story.played(self.voice, seat, card, self.trick), False

    def _fact(self, event: Event) -> str:
        voice = self.voice
        match event:
            case SeatTaken(seat=seat):
                return seated(voice, seat)
            case DealOpened(number=number, dealer=dealer):
                return story.dealt(voice, number, dealer, (dealer + 1) % len(voice.names))
            case ChainRenewed(commitment=commitment):
                return chain_renewed(commitment)
            case ContractSettled(taker=taker, contract=contract):
                return story.taken(voice, taker, contract)
            case PartnerRevealed(seat=partner):
                return story.partner(voice, partner, self.taker)
            case DogShown(cards=cards):
                return story.dog(cards)
            case TrickTaken():
                return self._trick_taken(event)
            case CoveredCardTurned(seat=seat, card=card):
                return dealing.turned(voice, seat, card)
            case _:
                return self._announcement(event) or self._ending(event)

    def _announcement(self, event: Event) -> str:
        match event:
            case SlamAnnounced(seat=seat):
                return story.slam(self.voice, seat)
            case HandfulShown(seat=seat, level=level, cards=cards):
                return story.handful(self.voice, seat, level, cards)
            case MisereDeclared(seat=seat, kind=kind):
                return story.misere(self.voice, seat, kind)
            case _:
                return ""

    def _ending(self, event: Event) -> str:
        match event:
            case DealPassedOut():
                return story.passed_out(is_end=self.ends_here)
            case DealAnnulled(seat=seat):
                return story.lone_petit(self.voice, seat, is_end=self.ends_here)
            case DealScored(sheet=sheet):
                return score_headline(self.voice, sheet)
            case GameOver(totals=totals, ranks=ranks):
                return game_over(self.voice, totals, ranks)
            case _:
                # The page itself tells of GameOpened and HandsDealt, a table fact of LastDealAnnounced.
                return ""

    def _trick_taken(self, event: TrickTaken) -> str:
        if event.number == self.tricks:
            return story.last_trick_won(self.voice, event.winner, PETIT in self.trick)
        return story.trick_won(self.voice, event.winner)

    def _trick_number(self, event: Event | TableFact) -> int | None:
        if isinstance(event, CardPlayed | HandfulShown | MisereDeclared):
            return self.number
        return event.number if isinstance(event, TrickTaken) else None

    def _remember(self, event: Event | TableFact) -> None:
        match event:
            case DealOpened():
                self.trick, self.number, self.ends_here, self.has_slam = [], 1, False, False
            case SlamAnnounced():
                self.has_slam = True
            case LastDealAnnounced():
                self.ends_here = True
            case ContractSettled(taker=taker):
                self.taker = taker
            case CardPlayed(card=card):
                self.trick.append(card)
            case TrickTaken(number=number):
                self.trick, self.number = [], number + 1
            case _:
                pass
