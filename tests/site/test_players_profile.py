"""The profile, names and the language switch."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone, translation

from tarot_site.players.models import Player
from tarot_site.players.names import clean_name
from tarot_site.players.zones import ZoneField, all_zones, known_zone, zone_choices


@pytest.fixture
def player(db: None) -> Player:
    return Player.objects.create_user("camille@example.org", pseudonym="Camille")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("  Léa  ", "Léa"), ("Le\u0301a", "Léa"), ("Jean   Luc", "Jean Luc"), ("李雷", "李雷"), ("   ", "")],
)
def test_a_name_is_one_clean_line(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize("code", [0x0A, 0x0D, 0x09, 0x00, 0x202E, 0x2066, 0x200B, 0x2028, 0xFEFF, 0xE0041])
def test_a_name_hides_nothing(code: int) -> None:
    with pytest.raises(ValidationError):
        clean_name(f"Lé{chr(code)}a")


def test_all_zones_are_offered_once_the_usual_first() -> None:
    (_, common), (_, others) = zone_choices()
    offered = [zone for zone, _ in [*common, *others]]
    assert offered[0] == "Europe/Paris"
    assert len(offered) == len(set(offered)) > 400
    assert set(offered) <= all_zones()
    assert {"Asia/Tokyo", "America/Argentina/Buenos_Aires", "Pacific/Chatham"} <= set(offered)
    assert not {"Asia/Calcutta", "America/Montreal", "US/Eastern", "Etc/GMT+5", "Zulu"} & set(offered)
    assert [zone for zone, _ in others] == sorted(zone for zone, _ in others)
    names = [str(name) for _, name in common]
    assert names[:3] == ["Paris, France", "Bruxelles", "Zurich, Genève"]
    with translation.override("en"):
        assert str(common[1][1]) == "Brussels"
    assert known_zone("Mars/Olympus") == "Europe/Paris"
    assert known_zone("Asia/Tokyo") == "Asia/Tokyo"
    assert known_zone("Asia/Calcutta") == "Asia/Kolkata"


def test_an_old_name_of_a_zone_is_taken_for_todays() -> None:
    field = ZoneField()
    assert field.clean("America/Montreal") == field.prepare_value("America/Montreal") == "America/Toronto"
    assert field.clean("Etc/GMT+5") == "Etc/GMT+5", "a profile may have it already"
    with pytest.raises(ValidationError):
        field.clean("Mars/Olympus")


def test_the_profile_is_for_who_is_signed_in(client: Client, player: Player) -> None:
    answer = client.get("/me/")
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/?next=/me/")
    assert client.post("/me/mail/").status_code == 302


def test_the_profile_keeps_name_language_and_zone(client: Client, player: Player) -> None:
    client.force_login(player)
    assert "camille@example.org" in client.get("/me/").content.decode()
    answer = client.post("/me/", {"pseudonym": " Cam ", "language": "en", "zone": "Asia/Tokyo"})
    assert answer.status_code == 302
    assert client.cookies["django_language"].value == "en"
    player.refresh_from_db()
    assert (player.pseudonym, player.language, player.zone) == ("Cam", "en", "Asia/Tokyo")


@pytest.mark.parametrize(
    "wrong",
    [
        {"pseudonym": ""},
        {"pseudonym": "x" * 31},
        {"pseudonym": "a\u202eb"},
        {"language": "xx"},
        {"zone": "Mars"},
    ],
)
def test_a_wrong_profile_comes_back_as_typed_and_changes_nothing(
    client: Client, player: Player, wrong: dict[str, str]
) -> None:
    client.force_login(player)
    answer = client.post("/me/", {"pseudonym": "Cam", "language": "fr", "zone": "UTC", **wrong})
    assert answer.status_code == 400
    assert "field-error" in answer.content.decode()
    player.refresh_from_db()
    assert (player.pseudonym, player.zone) == ("Camille", "Europe/Paris")


def test_suspended_mail_is_shown_and_can_be_tried_again(client: Client, player: Player) -> None:
    client.force_login(player)
    assert "/me/mail/" not in client.get("/me/").content.decode()
    Player.objects.update(mail_suspended_at=timezone.now())
    assert "/me/mail/" in client.get("/me/").content.decode()
    assert client.get("/me/mail/").status_code == 405
    client.post("/me/mail/")
    player.refresh_from_db()
    assert player.mail_suspended_at is None


def test_the_language_switch_is_for_everybody_and_reaches_the_mails(client: Client, player: Player) -> None:
    client.post("/i18n/setlang/", {"language": "en", "next": "/"})
    assert client.cookies["django_language"].value == "en"
    player.refresh_from_db()
    assert player.language == "fr"
    client.force_login(player)
    client.post("/i18n/setlang/", {"language": "en", "next": "/"})
    player.refresh_from_db()
    assert player.language == "en"
    client.post("/i18n/setlang/", {"language": "nonsense", "next": "/"})
    player.refresh_from_db()
    assert player.language == "en"
