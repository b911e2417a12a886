"""Pages and mails at two, three and five seats, and what the options of a table make askable."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client

from tarot_engine import (
    Bid,
    CallOptions,
    CardSet,
    Contract,
    CutOptions,
    DealOutOptions,
    PlayOptions,
    Ruleset,
    view_for,
)
from tarot_site.games.links import Link, LinkPurpose, make_link
from tarot_site.games.models import EventRecord, Game, SeatKind
from tarot_site.games.presenters import present
from tarot_site.games.queries import load_table
from tarot_site.games.services import SeatRequest, create_game
from tarot_site.games.store import load_game
from tarot_site.players.models import Player

from .conftest import NOW, StackedChain, open_decision, play, play_until
from .table_builder import opened, random_secret, table_for

pytestmark = pytest.mark.django_db
NAMES = ("Camille", "Léa", "Marc", "Jo", "Anna")


def table(seats: int, preset: str = "fft", chain: StackedChain | None = None, **options: object) -> Game:
    """A running game of so many persons; the same cards on every run."""
    people = [Player.objects.create_user(f"{n}@s.example", pseudonym=NAMES[n]) for n in range(seats)]
    return create_game(
        name="Jeudi",
        creator=None,
        seats=[SeatRequest(SeatKind.PERSON, person) for person in people],
        rules=Ruleset.from_options(preset, seats, {"deals": 1, **options}),
        move_seconds=86_400,
        now=NOW,
        chain=chain or random_secret(seats),
    )


def path_of(game: Game, index: int | None = None) -> str:
    """The page of the open decision, as its mail links it."""
    seat, decision = open_decision(game)
    row = game.seats.get(number=seat)
    link = Link(LinkPurpose.ACT, game.pk, seat, decision, epoch=row.link_epoch)
    if index is not None:
        link = Link(LinkPurpose.ACT, game.pk, seat, decision, index, row.link_epoch)
    return f"/a/{make_link(link)}/"


def page_of(client: Client, game: Game, index: int | None = None) -> str:
    answer = client.get(path_of(game, index))
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def options_of(game: Game) -> object:
    loaded = load_game(game.pk)
    assert loaded.state.to_act is not None
    return view_for(loaded.events, loaded.state.to_act).options


def tricks_of(game: Game) -> int:
    return len(view_for(load_game(game.pk).events, None).tricks)


def test_a_king_is_called_on_the_page_and_told_to_all(client: Client) -> None:
    game = table(5)
    play(game, Bid(Contract.GARDE))
    play_until(game, lambda game: isinstance(options_of(game), CallOptions))
    taker, _ = open_decision(game)
    page = page_of(client, game, 0)
    assert re.search(r"Appelez un(e)? (roi|dame)", page)
    assert "Roi de pique" in page
    assert "Appeler le roi de pique" in page
    assert client.post(path_of(game, 0), {"choice": "0"}).status_code == 303
    other = present(load_table(game.pk, (taker + 1) % 5), language="fr", zone="UTC")
    assert "appelle le roi de pique" in other.seats[taker].badges
    mine = present(load_table(game.pk, taker), language="fr", zone="UTC")
    assert mine.seats[taker].badges[-2:] == ("prenez", "avez appelé le roi de pique")
    assert any("appelle le roi de pique" in line.text for line in other.story)
    assert not any("avec l'attaque" in seat.badges for seat in other.seats)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_ring_has_a_place_of_its_own_for_each_seat(client: Client, seats: int) -> None:
    game = table(seats)
    page = present(load_table(game.pk, 0), language="fr", zone="UTC")
    assert len({seat.place for seat in page.seats}) == seats
    shown = page_of(client, game)
    assert f'class="ring ring-{seats}"' in shown
    assert len(re.findall(r'<li class="seat ', shown)) == seats


def test_a_table_may_be_drawn_the_other_way_round() -> None:
    def places(way: str) -> list[str]:
        rules = Ruleset.from_options("fft", 3, {"direction": way})
        events = opened(rules, random_secret(1))
        return [seat.place for seat in present(table_for(events, 0), language="fr", zone="UTC").seats]

    assert (places("ccw"), places("cw")) == (["me", "right", "left"], ["me", "left", "right"])


def test_two_play_from_their_hands_and_their_piles(client: Client) -> None:
    game = table(2)
    play(game, Bid(Contract.GARDE))
    play_until(game, lambda game: isinstance(options_of(game), PlayOptions))
    seat, _ = open_decision(game)
    view = load_table(game.pk, seat).view
    tops = [pile.top for pile in view.piles[seat] if pile.top]
    options = view.options
    assert isinstance(options, PlayOptions)
    playable = next(card for card in tops if card in options.cards)
    index = list(options.cards).index(playable)
    page = page_of(client, game, index)
    assert "Vos cartes visibles, 12 cartes" in page
    assert f"Cartes visibles de {NAMES[1 - seat]}" in page
    assert page.count("12 cartes couvertes") == 2
    assert f'name="choice" value="{index}" required checked' in page
    assert client.post(path_of(game, index), {"choice": str(index)}).status_code == 303
    play(game)
    said = [line.text for line in present(load_table(game.pk, seat), language="fr", zone="UTC").story]
    assert any(line.startswith("Vous retournez ") for line in said)
    assert any(side.covered == "11 cartes couvertes" for side in present(
        load_table(game.pk, None), language="fr", zone="UTC").piles)  # fmt: skip


@pytest.mark.parametrize(("tricks", "all_cover"), [(7, {False}), (9, {False, True})])
def test_the_cards_that_still_cover_another_are_told(
    client: Client, tricks: int, all_cover: set[bool]
) -> None:
    game = table(2)
    play(game, Bid(Contract.GARDE))
    play_until(game, lambda game: isinstance(options_of(game), PlayOptions) and tricks_of(game) == tricks)
    seat, _ = open_decision(game)
    loaded = load_table(game.pk, seat)
    sides = present(loaded, language="fr", zone="UTC").piles
    met = set()
    for side, piles in zip(sides, (loaded.view.piles[1 - seat], loaded.view.piles[seat]), strict=True):
        told = {card.face.code for row in side.rows for card in row.cards if card.is_covering}
        assert told == {pile.top.code for pile in piles if pile.top and pile.is_covering}
        assert told
        met.add(len(told) == side.count)
        # Where each of them covers one, the number says it all.
        is_listed = side.covered_where.startswith(f"{side.covered}, sous l")
        assert is_listed != (len(told) == side.count)
    assert met == all_cover
    page = page_of(client, game)
    told_at_all = sum(card.is_covering for side in sides for row in side.rows for card in row.cards)
    assert page.count(", couvre une carte</span>") == page.count("is-covering") == told_at_all


def test_the_pack_is_cut_and_dealt_by_hand(client: Client) -> None:
    game = table(4, cut="hand", deal_out="hand")
    assert isinstance(options_of(game), CutOptions)
    page = page_of(client, game)
    assert page.count("<option") == 71
    assert "Votre main" not in page
    assert re.search(r'<option value="35" selected>39 cartes', page)
    assert client.post(path_of(game), {"choice": "99"}).status_code == 400
    assert client.post(path_of(game), {"choice": "26"}).status_code == 303
    assert isinstance(options_of(game), DealOutOptions)
    page = page_of(client, game)
    assert len(re.findall(r'name="gap" value="\d+" checked', page)) == 6
    assert 'data-places="6"' in page
    assert page.index('name="gap"') < page.index(
        'class="picked-count"'
    )  # a browser counts the boxes before it
    assert "Votre main" not in page
    wrong = client.post(path_of(game), {"gap": ["1", "2"]})
    assert wrong.status_code == 400
    assert "Choisissez 6 places différentes pour le chien." in html.unescape(wrong.content.decode())
    assert re.findall(r'name="gap" value="(\d+)" checked', html.unescape(wrong.content.decode())) == [
        "1",
        "2",
    ]
    path, gaps = path_of(game), ["1", "3", "5", "9", "12", "23"]
    assert client.post(path, {"gap": ["x"]}).status_code == 400
    assert client.post(path, {"gap": gaps}).status_code == 303
    said = [line.text for line in present(load_table(game.pk, None), language="fr", zone="UTC").story]
    assert any("coupe à 30 cartes" in line for line in said)
    assert any("le chien après les paquets 1, 3, 5, 9, 12 et 23" in line for line in said)


class NoTrumps(StackedChain):
    """The first to speak has no trump and no court card."""

    hands = (
        "S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 H1 H2 H3 H4 H5 H6 H7 H8",
        "H9 H10 D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 T1 T2 T3 T4 T5 EX",
        "C1 C2 C3 C4 C5 C6 C7 C8 C9 T6 T7 T8 T9 T11 T12 T13 T14 T21",
        "SJ SN SQ SK HJ HN HQ HK DJ DN DQ DK CJ CN CQ CK T15 T16",
    )


def test_a_misere_is_announced_with_the_first_card(client: Client) -> None:
    chain = NoTrumps("misere", b"pli!" * 8)
    game = table(4, "familial", chain=chain)
    play(game)
    play(game, Bid(Contract.GARDE))
    play_until(game, lambda game: isinstance(options_of(game), PlayOptions))
    page = page_of(client, game)
    assert "Annoncer une misère" in page
    assert re.findall(r'name="misere" value="(\w+)"', page) == ["trumps", "heads"]
    assert client.post(path_of(game), {"choice": "0", "misere": "all"}).status_code == 400
    assert client.post(path_of(game), {"choice": "0", "misere": ["trumps", "heads"]}).status_code == 303
    assert EventRecord.objects.filter(game=game, kind="misere_declared").count() == 2


def test_the_slam_goes_with_the_bid_where_the_table_has_it_so(client: Client) -> None:
    game = table(4, slam_window="with_bid")
    page = page_of(client, game)
    assert "Garde et chelem" in page
    assert "× 2, +400 ou −200" in page
    seat, _ = open_decision(game)
    play(game, Bid(Contract.GARDE, slam=True))
    story = present(load_table(game.pk, None), language="fr", zone="UTC").story
    assert story[-1].text == f"{NAMES[seat]} dit garde et chelem."
    assert story[-1].is_strong


def test_in_a_rising_auction_one_speaks_again_until_the_others_pass() -> None:
    game = table(3, auction="rising")
    play(game)
    play(game)
    seat, _ = open_decision(game)
    page = present(load_table(game.pk, seat), language="fr", zone="UTC")
    assert page.question is not None
    assert page.question.duty == "Les autres ont passé\u202f: prenez, ou passez et on redonne."
    play(game, Bid(Contract.PETITE))


def test_the_rules_of_the_table_stand_beside_it(client: Client) -> None:
    game = table(5, "familial", split5="two_thirds", auction="rising")
    page = page_of(client, game)
    assert "Familial. Avec des misères" in page
    assert "Le preneur et l'appelé se partagent deux tiers, un tiers." in page
    assert "Aux enchères, chacun parle jusqu'à ce que les autres passent." in page
    assert "La coupe se fait" not in page


def test_a_game_without_a_fixed_end_counts_its_deals_only() -> None:
    game = table(3, deals=0, target_score=500)
    assert present(load_table(game.pk, 0), language="fr", zone="UTC").heading == "Donne 1"


def test_only_known_cards_of_two_hands_are_ever_named() -> None:
    """What lies covered before either player stands nowhere in a page."""
    game = table(2)
    loaded = load_game(game.pk)
    (dealt,) = [event for event in loaded.events if type(event).__name__ == "HandsDealt"]
    covered = CardSet.from_cards([card for piles in dealt.piles for card in piles.covered])  # type: ignore[union-attr]
    assert len(covered) == 24
    for seat in (0, 1):
        page = present(load_table(game.pk, seat), language="fr", zone="UTC")
        rows = [*page.hand, *(row for side in page.piles for row in side.rows)]
        shown = {card.face.code for row in rows for card in row.cards}
        assert len(shown) == 36
        assert not shown & {card.code for card in covered}
