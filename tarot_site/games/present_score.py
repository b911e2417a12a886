"""Finished deals: the score explained, every hand, the dog and the discard."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _

from tarot_engine import EXCUSE, CardSet, Ending, Ruleset, ScoreSheet
from tarot_engine import DealResult as EngineDeal

from . import wording_story as story
from .pages import DealResult, RankLine, ScoreResult, ShownHand
from .present_cards import present_cards, text_rows
from .wording_names import Voice
from .wording_score import excuse_sentence, score_headline, score_lines, score_sentence


def present_deals(
    voice: Voice, rules: Ruleset, deals: Sequence[EngineDeal], *, is_over: bool = False
) -> tuple[DealResult, ...]:
    """Finished deals, oldest first from the game's first one, with the running totals after each.

    ``is_over``: the game ended with the last of them.
    """
    return tuple(_running(voice, rules, deals, len(deals) if is_over else 0))


def present_deal(
    voice: Voice, rules: Ruleset, deal: EngineDeal, totals: tuple[int, ...], *, is_end: bool = False
) -> DealResult:
    """One finished deal; ``totals`` are the scores after it, ``is_end`` if the game ended with it."""
    sheet = deal.sheet
    return DealResult(
        number=deal.number,
        headline=voice.sentence(_headline(voice, deal, is_end=is_end)),
        count=_count(voice, deal, sheet) if sheet else _void_text(deal),
        lines=score_lines(voice, sheet, rules) if sheet else (),
        results=_results(voice, sheet, totals),
        hands=tuple(_shown_hands(voice, deal)),
        seed=deal.seed or "",
    )


def present_ranking(voice: Voice, totals: tuple[int, ...], ranks: tuple[int, ...]) -> tuple[RankLine, ...]:
    """The ranking so far, best first; equal totals share a rank (rules §13)."""
    order = sorted(range(len(totals)), key=lambda seat: (ranks[seat], seat))
    return tuple(RankLine(ranks[seat], voice.names[seat], totals[seat]) for seat in order)


def _running(voice: Voice, rules: Ruleset, deals: Iterable[EngineDeal], last: int) -> Iterator[DealResult]:
    totals = (0,) * len(voice.names)
    for place, deal in enumerate(deals, 1):
        if deal.sheet:
            totals = tuple(map(sum, zip(totals, deal.sheet.scores, strict=True)))
        yield present_deal(voice, rules, deal, totals, is_end=place == last)


def _headline(voice: Voice, deal: EngineDeal, *, is_end: bool) -> str:
    if deal.sheet:
        return score_headline(voice, deal.sheet)
    if deal.ending is Ending.PETIT_SEC and deal.seat is not None:
        return story.lone_petit(voice, deal.seat, is_end=is_end)
    return story.passed_out(is_end=is_end)


def _void_text(deal: EngineDeal) -> str:
    """Why a deal that nobody took shows no card, "" where all of them are shown (rules §17)."""
    if deal.dog:
        return ""
    return _("À cette table, les cartes sont alors ramassées sans être montrées. Personne ne marque.")


def _count(voice: Voice, deal: EngineDeal, sheet: ScoreSheet) -> str:
    player = next((seat for trick in deal.tricks for seat, card in trick.plays() if card is EXCUSE), None)
    return " ".join(filter(None, (score_sentence(sheet), excuse_sentence(voice, sheet, player))))


def _results(voice: Voice, sheet: ScoreSheet | None, totals: tuple[int, ...]) -> tuple[ScoreResult, ...]:
    scores = sheet.scores if sheet else (0,) * len(totals)
    return tuple(
        ScoreResult(seat, name, points, total)
        for seat, (name, points, total) in enumerate(zip(voice.names, scores, totals, strict=True))
    )


def _shown_hands(voice: Voice, deal: EngineDeal) -> Iterator[ShownHand]:
    if not deal.dog:  # all passed at a table that gathers the cards unseen
        return
    for name, hand in zip(voice.names, deal.hands, strict=True):
        yield _shown(name, hand)
    for seat, piles in enumerate(deal.piles):
        seen = voice.say(seat, _("Vos cartes visibles"), _("Cartes visibles %(of_name)s"))
        yield _shown(seen, CardSet.from_cards(piles.face_up))
        if isinstance(piles.covered, tuple):
            unseen = voice.say(seat, _("Vos cartes couvertes"), _("Cartes couvertes %(of_name)s"))
            yield _shown(unseen, CardSet.from_cards(piles.covered))
    yield _shown(_("Chien"), deal.dog)
    if deal.discard is not None:
        yield _shown(_("Écart"), deal.discard)


def _shown(label: str, cards: CardSet) -> ShownHand:
    return ShownHand(label, text_rows(cards), present_cards(cards))
