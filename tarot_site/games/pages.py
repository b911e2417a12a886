"""What a page or a mail shows of one table: plain presented data, in one reader's words.

``presenters`` fills it from a ``SeatView``; templates, both mail bodies and tests read it. No model, no
state and no card that the reader may not see ever stands in it. All texts are final sentences in the
reader's language. What only the reader may see stands in no ``repr``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class CardFace:
    """One card as drawn and as spoken."""

    code: str  # "HK", "T21", "EX": form value, never in a URL
    name: str  # "roi de cœur", "le Petit (1 d'atout)", "21 d'atout", "l'Excuse": accessible and visible name
    index: str  # "R" / "K", "10", "1", "21", "★"
    suit: str  # "S" "H" "D" "C", "T" for trumps, "X" for the Excuse: a style class, never the only sign
    symbol: str  # "♥" with U+FE0E, "" for trumps and the Excuse
    is_oudler: bool
    half_points: int


@dataclass(frozen=True, slots=True, repr=False)
class Choice:
    """One whole answer that a link or a radio button can carry."""

    index: int  # place in the decision's ordered list: what a link carries
    label: str  # "Garde", "Dame de cœur"
    button: str  # the words of the one button: "Jouer la dame de cœur", "Dire : garde", "Passer"
    detail: str  # the stake of a bid ("x 2"), else ""
    face: CardFace | None


@dataclass(frozen=True, slots=True, repr=False)
class HandCard:
    """A card of the reader's own hand."""

    face: CardFace
    choice: int | None  # index of the choice that plays it, None if it cannot be played now
    refusal: str  # why not, in words ("Vous avez du cœur."), "" if playable or nothing is asked
    is_from_dog: bool
    can_discard: bool  # while the discard is asked
    is_covering: bool = False  # lies face up on a covered card, in the game for two


@dataclass(frozen=True, slots=True, repr=False)
class HandRow:
    """One suit of the hand, high to low; the suits go spades, hearts, clubs, diamonds, trumps and Excuse."""

    suit: str  # as CardFace.suit; trumps and Excuse share the row "T"
    label: str  # "Cœur"
    summary: str  # "Cœur, 5 cartes, jouables"
    text: str  # "D 10 7 6 2" for the text mail
    cards: tuple[HandCard, ...]


@dataclass(frozen=True, slots=True)
class PileSide:
    """The piles of one seat in the game for two: face-up cards, and how many covered ones are left."""

    title: str  # "Vos cartes visibles", "Cartes visibles de Jo"
    is_mine: bool
    rows: tuple[HandRow, ...]  # the face-up cards; the reader's own can be played like the hand
    count: int
    covered: str  # "10 cartes couvertes"
    covered_where: str  # "2 cartes couvertes, sous le roi et le 7 de cœur": where some piles are empty below


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One place at the table."""

    seat: int
    name: str
    place: str  # "me", "right" (plays after me, unless the table plays to the left), "across", "left";
    # at five seats "across-right" and "across-left": where a ring draws it
    is_me: bool
    is_dealer: bool
    is_taker: bool
    is_turn: bool
    is_robot: bool  # a robot by design, or holding the seat for now
    tricks: int
    bid: str  # last word in the auction: "passe", "garde", "" if not spoken yet
    badges: tuple[str, ...]  # words: "donne", "prend", "a montré une poignée simple", "robot"
    total: int  # score so far, in points


@dataclass(frozen=True, slots=True)
class TrickSlot:
    """One fixed place of a trick, in the order of play."""

    seat: int
    name: str
    face: CardFace | None  # None: not played yet
    is_leader: bool
    is_winning: bool
    caption: str  # "entame", "maître", "ensuite", "vous"


@dataclass(frozen=True, slots=True)
class TrickPage:
    """The current trick, or the last one."""

    number: int  # from 1
    slots: tuple[TrickSlot, ...]
    sentence: str  # the same in one sentence, for the ear and the text mail


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One thing that happened, as a sentence."""

    seq: int
    text: str
    is_strong: bool  # announcements, contract, deadline answers
    trick: int | None
    is_new: bool  # since the reader last acted


@dataclass(frozen=True, slots=True, repr=False)
class HandfulLevel:
    """One handful that the reader may show with the first card."""

    label: str  # "Simple poignée"
    size: int  # exact number of cards to show
    help: str  # what must be shown or stays hidden, in words
    cards: tuple[CardFace, ...]  # to choose from, descending
    needs_excuse: bool


@dataclass(frozen=True, slots=True)
class MisereChoice:
    """One misère that the reader may announce with the first card."""

    kind: str  # form value
    label: str  # "Misère d'atout"
    help: str  # what it means and what it is worth


@dataclass(frozen=True, slots=True, repr=False)
class DiscardPicker:
    """What the taker has to do with the dog."""

    count: int  # exact number of cards to pick
    instruction: str  # "Faites votre écart : 6 cartes."
    rules: tuple[str, ...]  # "Un roi ne s'écarte pas.", forced trumps ...
    trumps_required: int
    dog: tuple[CardFace, ...]


@dataclass(frozen=True, slots=True)
class GapPicker:
    """Where the dealer lays the dog's cards, at tables that deal by hand."""

    count: int  # exact number of places to pick
    places: tuple[int, ...]  # "after packet 1", ...
    usual: tuple[int, ...]  # what the server would pick


@dataclass(frozen=True, slots=True, repr=False)
class Question:
    """The open decision of the reader."""

    kind: str  # "cut", "deal_out", "bid", "call", "prepare" (discard and slam), "play"
    decision: int
    duty: str  # "Il faut fournir à cœur, ou poser l'Excuse."
    choices: tuple[Choice, ...]  # empty for "prepare"
    picker: DiscardPicker | None  # only in "prepare" with a dog to take
    slam_label: str  # "Annoncer le chelem" with its price, "" if not possible
    handfuls: tuple[HandfulLevel, ...]
    miseres: tuple[MisereChoice, ...]
    gaps: GapPicker | None  # only in "deal_out"
    default_text: str  # what will be played without an answer ("Sans réponse, ... : passe.")


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of arithmetic: what, how, how much."""

    label: str  # "Petit au bout"
    working: str  # "10 x 2"
    amount: str  # "+20"


@dataclass(frozen=True, slots=True)
class ScoreResult:
    """What one seat gets for the deal and has in all."""

    seat: int
    name: str
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class ShownHand:
    """One hand shown after the deal, or the dog, or the discard."""

    label: str  # "Léa", "Chien", "Écart"
    rows: tuple[tuple[str, str], ...]  # ("Cœur", "D 10 7 6 2"), ...
    faces: tuple[CardFace, ...]


@dataclass(frozen=True, slots=True)
class DealResult:
    """A finished deal, explained."""

    number: int
    headline: str  # "Léa réussit sa garde, de 6."
    count: str  # "47 points pour 41, deux bouts."
    lines: tuple[ScoreLine, ...]  # empty when the deal was void
    results: tuple[ScoreResult, ...]
    hands: tuple[ShownHand, ...]  # all seats, then dog, then discard
    seed: str  # hex, revealed


@dataclass(frozen=True, slots=True)
class RankLine:
    """One line of the ranking."""

    rank: int
    name: str
    total: int


@dataclass(frozen=True, slots=True)
class TablePage:
    """Everything one reader may see of a table now."""

    public_id: str
    table_name: str
    heading: str  # "Donne 3 sur 8" with contract once known: "Donne 3 sur 8, garde"
    end_line: str  # that this deal was announced to be the last, "" where a number says so or nobody has
    status: str  # GameStatus value
    status_text: str  # "", or why nothing can be played now (paused, archived ...)
    reader: int | None
    reader_name: str
    turn_line: str  # "À vous de jouer.", "Au tour de Jo."
    deadline: str  # "avant samedi 5 décembre, 20 h 00 (heure de Paris)", "" if none
    due_at: datetime | None
    contract_line: str  # "Léa prend : garde.", "" before
    seats: tuple[SeatLine, ...]  # in seat order
    trick: TrickPage | None
    last_trick: TrickPage | None
    dog: tuple[CardFace, ...]  # the dog as shown to all in this deal, empty if never shown
    discard: tuple[CardFace, ...] = field(repr=False)  # the reader's own discard, if the reader takes
    hand: tuple[HandRow, ...] = field(repr=False)
    hand_count: int
    piles: tuple[PileSide, ...] = field(repr=False)  # in the game for two, the reader's last; else empty
    hand_facts: str = field(repr=False)  # "3 bouts, 6 atouts, 1 roi"
    story: tuple[StoryLine, ...] = field(repr=False)  # this deal, oldest first
    question: Question | None
    ended_deal: DealResult | None  # the deal that ended before this one (or the last one of the game)
    deals: tuple[DealResult, ...]  # every finished deal, oldest first, when asked for
    ranking: tuple[RankLine, ...]
    rules: tuple[str, ...]  # the rules of the table in words: what they are, then each difference from that
    fairness: str  # the commitment, in one sentence with its hex
    waiting_for: tuple[str, ...]  # while the table fills: who is awaited, never an address
    unreached: str = ""  # that our mails do not come through to the reader, "" when they do
    unreachable: str = ""  # the same of others, by their names
    thinking: str = ""  # that a robot plays now, so that the page soon shows more; "" when a person is asked

    @property
    def has_acted(self) -> bool:
        """Whether the story knows an act of the reader, so that something can be new since."""
        return any(not line.is_new for line in self.story)
