"""Signing in by a code sent by mail: one door for known and unknown addresses."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client

from notifications.ledger import secret_of
from notifications.models import Mail
from tarot_site.players.models import Player

pytestmark = pytest.mark.django_db

ASK = "/accounts/login/code/"
CONFIRM = "/accounts/login/code/confirm/"


class Letters(list[tuple[str, str, str]]):
    """What sign-in wanted to send: template, address, code."""

    @property
    def code(self) -> str:
        return self[-1][2]


@pytest.fixture
def letters(settings: Any) -> Letters:
    """Reads the code at the seam where the project hands it to the mail ledger."""
    seen = Letters()

    class Recorder(DefaultAccountAdapter):
        def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
            seen.append((template_prefix, email, str(context.get("code", ""))))

    globals()["_Recorder"] = Recorder
    settings.ACCOUNT_ADAPTER = f"{__name__}._Recorder"
    cache.clear()
    return seen


def ask(client: Client, address: str, **more: str) -> Any:
    return client.post(ASK, {"email": address, **more})


def test_an_unknown_address_gets_a_code_and_then_an_account(client: Client, letters: Letters) -> None:
    answer = ask(client, " Camille@Example.org ", zone="America/Montreal")
    assert (answer.status_code, answer["Location"]) == (302, CONFIRM)
    assert letters[-1][:2] == ("account/email/login_code", "camille@example.org")
    assert not EmailAddress.objects.filter(verified=True).exists()

    answer = client.post(CONFIRM, {"code": letters.code})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    player = Player.objects.get()
    assert client.session["_auth_user_id"] == str(player.pk)
    assert (player.email, player.zone, player.has_usable_password()) == (
        "camille@example.org", "America/Toronto", False,
    )  # fmt: skip
    assert EmailAddress.objects.get(user=player).verified


def test_a_known_and_an_unknown_address_look_the_same(letters: Letters) -> None:
    Player.objects.create_user("known@example.org", pseudonym="Léa")
    pages = []
    for address in ("known@example.org", "nobody@example.org"):
        client = Client()
        first = ask(client, address)
        second = client.get(CONFIRM)
        wrong = client.post(CONFIRM, {"code": "000000"})
        pages.append([(page.status_code, body_of(page, address)) for page in (first, second, wrong)])
    assert pages[0] == pages[1]
    assert [letter[0] for letter in letters] == ["account/email/login_code"] * 2


def body_of(page: Any, address: str) -> str:
    lines = page.content.decode().replace(address, "ADDRESS").splitlines()
    return "\n".join(line for line in lines if "csrfmiddlewaretoken" not in line)


def test_a_closed_account_gets_no_mail_and_no_way_in(client: Client, letters: Letters) -> None:
    Player.objects.create_user("gone@example.org", is_active=False)
    answer = ask(client, "gone@example.org")
    assert answer["Location"] == CONFIRM
    assert not letters
    assert client.post(CONFIRM, {"code": ""}).status_code == 200
    assert "_auth_user_id" not in client.session


def test_three_wrong_codes_end_the_attempt(client: Client, letters: Letters) -> None:
    ask(client, "a@example.org")
    code = letters.code
    for _ in range(2):
        page = client.post(CONFIRM, {"code": "WRONG-1"})
        assert page.status_code == 200
        assert "Ce n&#x27;est pas le bon code. Relisez-le, ou demandez-en un autre." in page.content.decode()
    assert client.post(CONFIRM, {"code": "WRONG-1"}).status_code == 302
    client.post(CONFIRM, {"code": code})
    assert "_auth_user_id" not in client.session


def test_asking_again_and_again_for_one_address_is_refused_in_words(client: Client, letters: Letters) -> None:
    for _ in range(3):
        Client().post(ASK, {"email": "a@example.org"})
    answer = ask(client, "a@example.org")
    assert answer.status_code == 200
    assert len(letters) == 3


def test_another_code_and_another_address_are_possible(client: Client, letters: Letters) -> None:
    ask(client, "a@example.org")
    client.post(CONFIRM, {"action": "resend"})
    assert len(letters) == 2
    assert letters[0][2] != letters[1][2]
    client.post("/accounts/logout/", {"next": "/accounts/login/"})
    assert client.get("/accounts/login/").status_code == 200


@pytest.mark.parametrize(
    "path", ["signup/", "password/reset/", "password/change/", "email/", "confirm-email/"]
)
def test_the_other_doors_of_the_library_are_closed(client: Client, path: str) -> None:
    answer = client.get(f"/accounts/{path}")
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/")
    assert client.post(f"/accounts/{path}", {"email": "x@example.org"}).status_code == 302
    assert not Player.objects.exists()


def test_signing_out_takes_a_post(client: Client) -> None:
    client.force_login(Player.objects.create_user("a@example.org"))
    assert client.get("/accounts/logout/").status_code == 200
    assert "_auth_user_id" in client.session
    assert client.post("/accounts/logout/")["Location"] == "/"
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("address", ["", "camille", "a@b", "a@exa mple.org"])
def test_a_malformed_address_comes_back_with_a_sentence(
    client: Client, letters: Letters, address: str
) -> None:
    answer = ask(client, address)
    assert answer.status_code == 200
    assert "field-error" in answer.content.decode()
    assert not letters
    assert not Player.objects.exists()


def test_the_pages_follow_the_language_of_the_person(client: Client, letters: Letters) -> None:
    Player.objects.create_user("a@example.org", language="en")
    ask(client, "a@example.org")
    client.post(CONFIRM, {"code": letters.code})
    assert client.cookies["django_language"].value == "en"


def test_a_foreign_next_address_is_not_followed(client: Client, letters: Letters) -> None:
    ask(client, "a@example.org", next="https://evil.example/")
    answer = client.post(CONFIRM, {"code": letters.code, "next": "https://evil.example/"})
    assert answer["Location"] == "/"


def test_the_code_travels_through_the_mail_ledger(client: Client) -> None:
    """No seam: the project's own adapter, a row of the ledger, and what its mail would say."""
    cache.clear()
    ask(client, "camille@example.org")
    mail = Mail.objects.get()
    assert (mail.kinds, mail.address) == (["sign_in_code"], "camille@example.org")
    code = secret_of(mail)["code"]
    assert code not in str(mail.__dict__)
    assert client.post(CONFIRM, {"code": code.lower()})["Location"] == "/"
    assert "_auth_user_id" in client.session
