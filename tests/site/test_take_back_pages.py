"""The page of an answer that may still be taken back, at every kind of question."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tarot_engine import (
    Action,
    Bid,
    CallCard,
    CallOptions,
    CardSet,
    Contract,
    Cut,
    DealOut,
    DealOutOptions,
    Misere,
    PlayCard,
    PlayOptions,
    Prepare,
    PrepareOptions,
)
from tarot_site.games.answers import open_answer
from tarot_site.games.clock import sweep_games
from tarot_site.games.models import ActorKind, Door, Game, PendingAnswer
from tarot_site.games.services import act

from .act_form import forms_of
from .conftest import cards, make_game, open_decision, play, play_until
from .link_pages import GOOD_DISCARD, checked, discarding, playing, rows, text_of, token
from .test_pages_seats import NoTrumps, options_of, table

pytestmark = pytest.mark.django_db
Given = tuple[Game, Action]
GAPS = (1, 3, 5, 9, 12, 23)


@pytest.fixture(autouse=True)
def _ten_minutes(settings: Any) -> None:
    settings.TAKE_BACK_SECONDS = 600


def reach(game: Game, kind: type) -> Game:
    """Play on until this is asked, at once: nothing is kept on the way."""
    play_until(game, lambda game: isinstance(options_of(game), kind))
    return game


def dealing() -> Game:
    return reach(table(4, deal_out="hand"), DealOutOptions)


def calling() -> Game:
    game = table(5)
    play(game, Bid(Contract.GARDE))
    return reach(game, CallOptions)


def called(game: Game) -> CallCard:
    options = options_of(game)
    assert isinstance(options, CallOptions)
    return CallCard(list(options.cards)[-1])


def without_dog() -> Game:
    game = make_game()
    play(game, Bid(Contract.GARDE_SANS))
    return reach(game, PrepareOptions)


def missing_trumps() -> Game:
    game = table(4, "familial", chain=NoTrumps("misere", b"pli!" * 8))
    play(game)
    play(game, Bid(Contract.GARDE))
    return reach(game, PlayOptions)


def first_card(game: Game, misere: set[Misere], *, with_handful: bool = False) -> PlayCard:
    options = options_of(game)
    assert isinstance(options, PlayOptions)
    show = None
    if with_handful and options.handful:
        level = options.handful.levels[0]
        show = CardSet.from_cards(list(level.trumps)[-level.size :])
    return PlayCard(list(options.cards)[1], show, frozenset(misere))


def ask(kind: str) -> Given:
    """A game that asks this question, and an answer that is not what the page would show by itself."""
    match kind:
        case "cut":
            return table(4, cut="hand"), Cut(30)
        case "places of the dog":
            return dealing(), DealOut(GAPS)
        case "bid":
            return make_game(), Bid(Contract.GARDE)
        case "pass":
            return make_game(), Bid(None)
        case "bid with slam":
            return table(4, slam_window="with_bid"), Bid(Contract.GARDE, slam=True)
        case "call":
            return (game := calling()), called(game)
        case "discard":
            return discarding(), Prepare(cards(GOOD_DISCARD))
        case "discard with slam":
            return discarding(), Prepare(cards(GOOD_DISCARD), slam=True)
        case "no dog":
            return without_dog(), Prepare(None)
        case "no dog, slam":
            return without_dog(), Prepare(None, slam=True)
        case "card":
            return (game := playing()), first_card(game, set())
        case "handful":
            return (game := playing()), first_card(game, set(), with_handful=True)
        case "misère":
            return (game := missing_trumps()), first_card(game, {Misere.HEADS})
        case _:
            return (game := missing_trumps()), first_card(game, set(Misere))


KINDS = (
    "cut", "places of the dog", "bid", "pass", "bid with slam", "call", "discard", "discard with slam",
    "no dog", "no dog, slam", "card", "handful", "misère", "two misères",
)  # fmt: skip


def note(settings: Any, kind: str) -> Given:
    """The same, with the answer noted a moment ago."""
    settings.TAKE_BACK_SECONDS = 0
    game, action = ask(kind)
    settings.TAKE_BACK_SECONDS = 600
    Game.objects.filter(pk=game.pk).update(due_at=timezone.now() + timedelta(days=1))
    seat, decision = open_decision(game)
    now = timezone.now()
    assert not act(game.pk, seat, decision, action, actor=ActorKind.PERSON, door=Door.LINK, now=now).already
    return game, action


def kept_action(game: Game) -> Action:
    return open_answer(PendingAnswer.objects.get(game=game, entered_seq=None))


@pytest.mark.parametrize("kind", KINDS)
def test_pressing_again_gives_the_same_answer(client: Client, settings: Any, kind: str) -> None:
    game, action = note(settings, kind)
    page = client.get(f"/a/{token(game)}/")
    assert "Vous pouvez la changer encore" in text_of(page)
    form = forms_of(page)["act"]
    before = PendingAnswer.objects.filter(entered_seq=None).values().get()
    again = client.post(form.action, form.fields)
    assert again.status_code in (200, 303)
    assert PendingAnswer.objects.filter(entered_seq=None).values().get() == before
    assert kept_action(game) == action


@pytest.mark.parametrize("kind", KINDS)
def test_taking_back_has_a_button_that_enter_never_presses(client: Client, settings: Any, kind: str) -> None:
    game, _ = note(settings, kind)
    forms = forms_of(client.get(f"/a/{token(game)}/"))
    assert forms["act"].submits == [""]
    back = forms["take-back"]
    assert back.submits == ["take_back"]
    asked = open_decision(game)
    answer = client.post(back.action, {**back.fields, "take_back": "1"})
    assert answer.status_code == 303
    assert not PendingAnswer.objects.filter(entered_seq=None).exists()
    assert open_decision(game) == asked
    page = client.get(answer["Location"])
    assert "Votre réponse est reprise." in text_of(page)
    assert "take-back" not in forms_of(page)
    twice = client.post(back.action, {**back.fields, "take_back": "1"})
    assert "Votre réponse est reprise." in text_of(client.get(twice["Location"]))


def test_on_the_site_too(client: Client, settings: Any) -> None:
    game, _ = note(settings, "handful")
    player = game.seats.get(number=open_decision(game)[0]).player
    assert player is not None
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(player)
    page = careful.get(game.get_absolute_url())
    assert {"choice=1", "show=T21"} <= checked(page)
    back = forms_of(page)["take-back"]
    assert careful.post(game.get_absolute_url(), {"take_back": "1"}).status_code == 403
    answer = careful.post(game.get_absolute_url(), {**back.fields, "take_back": "1"})
    assert (answer.status_code, answer["Location"]) == (303, f"{game.get_absolute_url()}?back=1")
    assert not PendingAnswer.objects.filter(entered_seq=None).exists()


def test_the_view_in_words_stays(client: Client, settings: Any) -> None:
    game, _ = note(settings, "bid")
    back = forms_of(client.get(f"/a/{token(game)}/?texte=1"))["take-back"]
    answer = client.post(back.action, {**back.fields, "take_back": "1"})
    assert answer["Location"].endswith("?back=1&texte=1")


def test_without_an_answer_there_is_nothing_to_take_back(client: Client) -> None:
    assert "take-back" not in forms_of(client.get(f"/a/{token(make_game())}/"))


def test_a_link_with_the_card_of_the_noted_answer_keeps_its_handful(client: Client, settings: Any) -> None:
    game, action = note(settings, "handful")
    page = client.get(f"/a/{token(game, 1)}/")
    assert "Ce lien en propose une autre" not in text_of(page)
    form = forms_of(page)["act"]
    client.post(form.action, form.fields)
    assert kept_action(game) == action
    other = client.get(f"/a/{token(game, 2)}/")
    assert checked(other) == {"choice=2"}
    assert "Ce lien en propose une autre" in text_of(other)
    assert kept_action(game) == action


def test_once_its_time_is_over_the_page_says_so_and_asks_nothing(client: Client, settings: Any) -> None:
    game, action = note(settings, "bid")
    link = f"/a/{token(game)}/"
    late = forms_of(client.get(link))
    PendingAnswer.objects.filter(entered_seq=None).update(effective_at=timezone.now())
    before = rows()
    page = client.get(link)
    assert "le temps de la changer est passé" in text_of(page)
    assert not {"act", "take-back"} & set(forms_of(page))
    assert rows() == before
    answer = client.post(late["take-back"].action, {**late["take-back"].fields, "take_back": "1"})
    assert "Trop tard pour reprendre votre réponse\u202f: elle est jouée." in text_of(
        client.get(answer["Location"])
    ).replace(" : ", "\u202f: ")
    assert open_decision(game) == (1, 1)
    assert open_answer(PendingAnswer.objects.get(game=game)) == action


def test_another_answer_after_its_time_is_a_conflict(client: Client, settings: Any) -> None:
    game, action = note(settings, "bid")
    form = forms_of(client.get(f"/a/{token(game)}/"))["act"]
    PendingAnswer.objects.filter(entered_seq=None).update(effective_at=timezone.now())
    page = client.post(form.action, {**form.fields, "choice": "0"})
    assert page.status_code == 409
    assert "votre réponse n'a pas été jouée" in text_of(page)
    assert open_answer(PendingAnswer.objects.get(game=game)) == action
    assert sweep_games(timezone.now()) == {}


def test_a_refused_change_shows_what_was_sent_and_keeps_the_answer(client: Client, settings: Any) -> None:
    game, action = note(settings, "discard")
    form = forms_of(client.get(f"/a/{token(game)}/"))["act"]
    page = client.post(form.action, {**form.fields, "card": ["S1", "S2"]})
    assert page.status_code == 400
    assert checked(page) == {"card=S1", "card=S2"}
    assert "take-back" in forms_of(page)
    assert kept_action(game) == action
