"""A second, naive engine: card names in lists, written from the rules' text alone, to check the real one.

It plays a deal record and answers what ``replay`` answers, sharing no code with ``tarot_engine``.
"""

from __future__ import annotations

from typing import Any

CONTRACTS = ["petite", "garde", "garde-sans", "garde-contre"]
MULTIPLIERS = dict(zip(CONTRACTS, (1, 2, 4, 6), strict=True))
VALUES = {"K": 9, "Q": 7, "N": 5, "J": 3}
SIZES = {2: (13, 15, 18), 3: (13, 15, 18), 4: (10, 13, 15), 5: (8, 10, 13)}


def is_trump(card: str) -> bool:
    return card[0] == "T"


def value(card: str) -> int:
    if card in ("T1", "T21", "EX"):
        return 9
    return 1 if is_trump(card) else VALUES.get(card[1:], 1)


def strength(card: str) -> int:
    return int({"J": "11", "N": "12", "Q": "13", "K": "14"}.get(card[1:], card[1:]))


def playable(hand: list[str], table: list[str]) -> list[str]:
    led = next((card[0] for card in table if card != "EX"), None)
    if led is None:
        return hand
    if led != "T" and any(card[0] == led for card in hand):
        return [card for card in hand if card[0] == led or card == "EX"]
    if not any(is_trump(card) for card in hand):
        return hand
    top = max([strength(card) for card in table if is_trump(card)], default=0)
    higher = [card for card in hand if is_trump(card) and strength(card) > top]
    allowed = higher or [card for card in hand if is_trump(card)]
    return [card for card in hand if card in allowed or card == "EX"]


def best(table: list[str]) -> int:
    led = next((card[0] for card in table if card != "EX"), "")
    trumps = [card for card in table if is_trump(card)]
    field = trumps or [card for card in table if card[0] == led and card != "EX"]
    return table.index(max(field, key=strength))


class Naive:
    """One deal, move by move."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.n = record["seats"]
        self.order = [f"{suit}{rank}" for suit in "SHDC" for rank in [*range(1, 11), "J", "N", "Q", "K"]]
        self.order += [f"T{rank}" for rank in range(1, 22)] + ["EX"]
        self.hands = [list(hand) for hand in record["hands"]]
        self.piles = [[list(pile) for pile in own] for own in record.get("piles", [])]
        self.dealt = [list(hand) for hand in record["hands"]]
        self.dog, self.dealer = record["dog"], record["dealer"]
        self.moves = [move.split() for move in record["moves"]]
        self.legal: list[Any] = []
        self.winners: list[int] = []
        self.tricks: list[tuple[int, list[str]]] = []
        self.handfuls: list[int] = []
        self.called = ""
        self.slam = False

    def play(self) -> dict[str, Any]:
        for hand in self.dealt if self.n > 2 else ():
            if [card for card in hand if is_trump(card) or card == "EX"] == ["T1"]:
                return self.void()
        if not self.auction():
            return self.void()
        if self.n == 5:
            self.call()
        self.prepare()
        self.partner = next((s for s, hand in enumerate(self.dealt) if self.called in hand), self.taker)
        self.attack = {self.taker, self.partner}
        self.leader = self.taker if self.slam else (self.dealer + 1) % self.n
        self.length = 36 if self.n == 2 else len(self.dealt[0])
        for _ in range(self.length):
            self.trick()
        return self.result()

    def void(self) -> dict[str, Any]:
        blank = dict.fromkeys(("half_points", "oudlers", "target", "made", "margin"))
        return {"legal": self.legal, "winners": [], **blank, "scores": [0] * self.n}

    def auction(self) -> bool:
        spoken = 0
        self.contract = ""
        while spoken < self.n and self.contract != "garde-contre":
            above = CONTRACTS[CONTRACTS.index(self.contract) + 1 :] if self.contract else CONTRACTS
            self.legal.append(["pass", *above])
            (word,) = self.moves.pop(0)
            spoken += 1
            if word != "pass":
                self.contract, self.taker = word, (self.dealer + spoken) % self.n
        return bool(self.contract)

    def call(self) -> None:
        hand = self.hands[self.taker]
        allowed = []
        for face in "KQNJ":
            group = [suit + face for suit in "SHDC"]
            allowed += group
            if not all(card in hand for card in group):
                break
        self.legal.append(sorted(allowed, key=self.order.index))
        self.called = self.moves.pop(0)[1]

    def prepare(self) -> None:
        word, *cards = self.moves.pop(0)
        self.slam = cards[-1:] == ["slam"]
        self.extra: list[str] = []
        self.discarded_trumps: list[str] = []
        if word == "prepare":
            self.legal.append({"discard": 0, "from": [], "trumps": 0})
            if self.contract == "garde-sans":
                self.extra = self.dog
            return
        pool = sorted(self.hands[self.taker] + self.dog, key=self.order.index)
        loose = [card for card in pool if card != "EX" and not is_trump(card) and card[1:] != "K"]
        plain = [card for card in loose if card != self.called]
        missing = max(len(self.dog) - len(plain), 0)
        trumps = [card for card in pool if is_trump(card) and value(card) == 1] if missing else []
        self.legal.append({"discard": len(self.dog), "from": plain + trumps, "trumps": missing})
        self.extra = cards[: len(self.dog)]
        self.discarded_trumps = [card for card in self.extra if is_trump(card)]
        self.hands[self.taker] = [card for card in pool if card not in self.extra]

    def trick(self) -> None:
        table: list[str] = []
        for i in range(self.n):
            seat = (self.leader + i) % self.n
            hand = sorted(self.hands[seat] + self.face_up(seat), key=self.order.index)
            allowed = playable(hand, table)
            if self.called and not self.tricks and not table:
                allowed = [card for card in hand if card[0] != self.called[0] or card == self.called]
            self.legal.append(allowed)
            _, card, *more = self.moves.pop(0)
            if more:
                self.handfuls.append(SIZES[self.n].index(len(more) - 1))
            table.append(card)
            self.lay(seat, card)
        self.turn()
        self.winners.append(self.taken_by(table))
        self.tricks.append((self.leader, table))
        self.leader = self.winners[-1]

    def face_up(self, seat: int) -> list[str]:
        """The last card of each pile lies face up, once it has been turned."""
        return [pile[-1] for pile in self.piles[seat] if pile and pile[-1] != "gone"] if self.piles else []

    def lay(self, seat: int, card: str) -> None:
        if card in self.hands[seat]:
            self.hands[seat].remove(card)
            return
        pile = next(pile for pile in self.piles[seat] if pile and pile[-1] == card)
        pile[-1] = "gone"

    def turn(self) -> None:
        for own in self.piles:
            for pile in own:
                if pile and pile[-1] == "gone":
                    pile.pop()

    def taken_by(self, table: list[str]) -> int:
        last = len(self.tricks) == self.length - 1
        sides = {winner in self.attack for winner in self.winners}
        if last and table[0] == "EX" and sides == {self.leader in self.attack}:
            return self.leader
        return (self.leader + best(table)) % self.n

    def result(self) -> dict[str, Any]:
        owned = list(self.extra)
        for (_, table), winner in zip(self.tricks, self.winners, strict=True):
            owned += table if winner in self.attack else []
        half = sum(map(value, owned)) + self.excuse()
        oudlers = sum(card in owned for card in ("T1", "T21", "EX")) + self.excuse() // 8
        target = {0: 56, 1: 51, 2: 41, 3: 36}[oudlers]
        made = half >= 2 * target
        margin = (abs(half - 2 * target) + 1) // 2
        times = MULTIPLIERS[self.contract]
        sign = 1 if made else -1
        each = sign * (25 + margin) * times + 10 * times * self.petit()
        each += sign * sum((20, 30, 40)[level] for level in self.handfuls) + self.slam_points()
        scores = [-each] * self.n
        if self.partner == self.taker:
            scores[self.taker] = (self.n - 1) * each
        else:
            scores[self.taker], scores[self.partner] = 2 * each, each
        return {
            "legal": self.legal,
            "winners": self.winners,
            "half_points": half,
            "oudlers": oudlers,
            "target": target,
            "made": made,
            "margin": sign * margin,
            "scores": scores,
        }

    def excuse(self) -> int:
        """Half-points that come to the attack (+8) or leave it (-8) with the Excuse."""
        for number, ((leader, table), winner) in enumerate(zip(self.tricks, self.winners, strict=True)):
            if "EX" not in table:
                continue
            player = (leader + table.index("EX")) % self.n
            own, won = player in self.attack, winner in self.attack
            if number < len(self.tricks) - 1:
                return 0 if own == won else 8 if own else -8
            took_all = all((w in self.attack) == own for w in self.winners)
            return 0 if own != won or took_all else -8 if own else 8
        return 0

    def petit(self) -> int:
        leader, table = self.tricks[-1]
        excuse_won = table[0] == "EX" and self.winners[-1] == leader
        found = "T1" in table or (excuse_won and "T1" in self.tricks[-2][1])
        return 0 if not found else 1 if self.winners[-1] in self.attack else -1

    def slam_points(self) -> int:
        by_attack = [winner in self.attack for winner in self.winners]
        if all(by_attack):
            return 400 if self.slam else 200
        return (-200 if self.slam else 0) + (-200 if not any(by_attack) else 0)
