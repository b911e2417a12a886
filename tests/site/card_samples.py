"""Hand-made cards, hands and choices for the samples of pages, in French."""

from __future__ import annotations

from tarot_site.games.pages import CardFace, Choice, HandCard, HandRow

SUITS = {"S": "pique", "H": "cœur", "C": "trèfle", "D": "carreau", "T": "atout"}
SYMBOLS = {"S": "♠\ufe0e", "H": "♥\ufe0e", "C": "♣\ufe0e", "D": "♦\ufe0e"}
LETTERS = {"J": "V", "N": "C", "Q": "D", "K": "R"}
RANKS = {"J": "valet", "N": "cavalier", "Q": "dame", "K": "roi", "1": "as"}
HALF_POINTS = {"K": 9, "Q": 7, "N": 5, "J": 3}


def face(code: str) -> CardFace:
    """The card as drawn, in French."""
    if code == "EX":
        return CardFace(code, "l'Excuse", "★", "X", "", True, 9)
    suit, rank = code[0], code[1:]
    if suit == "T":
        name = "le Petit (1 d'atout)" if rank == "1" else f"{rank} d'atout"
        return CardFace(code, name, rank, "T", "", rank in {"1", "21"}, 9 if rank in {"1", "21"} else 1)
    name = f"{RANKS.get(rank, rank)} de {SUITS[suit]}"
    return CardFace(code, name, LETTERS.get(rank, rank), suit, SYMBOLS[suit], False, HALF_POINTS.get(rank, 1))


def faces(codes: str) -> tuple[CardFace, ...]:
    """The cards written one after the other."""
    return tuple(face(code) for code in codes.split())


def hand(
    codes: str, *, legal: str = "", refusal: str = "", dog: str = "", discard: bool = False
) -> tuple[HandRow, ...]:
    """Rows by suit; the index of a choice is its place in ``legal``."""
    order = legal.split()

    def row(suit: str) -> HandRow:
        cards = tuple(
            HandCard(
                face=face(code),
                choice=order.index(code) if code in order else None,
                refusal="" if not refusal or code in order else refusal,
                is_from_dog=code in dog.split(),
                can_discard=discard and code[0] not in "TE" and code[1] != "K",
            )
            for code in codes.split()
            if code[0] == suit or (suit == "T" and code == "EX")
        )
        label = SUITS[suit].capitalize()
        summary = f"{label}, {len(cards)} cartes"
        return HandRow(suit, label, summary, " ".join(card.face.index for card in cards), cards)

    return tuple(filled for suit in "SHCDT" if (filled := row(suit)).cards)


def card_choices(codes: str) -> tuple[Choice, ...]:
    """One choice per card."""
    return tuple(
        Choice(
            n,
            face(code).name,
            f"Jouer {_the(face(code).name)}",
            "",
            face(code),
        )
        for n, code in enumerate(codes.split())
    )


def _the(name: str) -> str:
    return name if name.startswith("l") else f"{'la' if name.startswith('dame') else 'le'} {name}"
