"""The real stack while its Redis is down: its pages work, and `tick` does what the worker would."""

from __future__ import annotations

import re
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.conftest import SitesMaker
from tests.services.redis_server import start_redis
from tests.services.site import Site
from tests.services.tools import Missing, unavailable, wait_until

pytestmark = pytest.mark.serial

ADDRESS = "camille@example.org"


class Browser:
    """One that keeps cookies and sends the token of the forms."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self.url = self.text = ""

    def get(self, path: str) -> str:
        """The text of the page. Raises HTTPError for any status but 200."""
        return self._load(urllib.request.Request(self.site.url + path))

    def post(self, path: str, **fields: str) -> str:
        """The page after the form of the page before was sent with these fields, redirects followed."""
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.text)
        assert token
        body = urlencode({"csrfmiddlewaretoken": token[1], **fields}).encode()
        return self._load(urllib.request.Request(self.site.url + path, body))

    def _load(self, request: urllib.request.Request) -> str:
        with self._opener.open(request, timeout=30) as response:
            self.url, self.text = response.url, response.read().decode()
        return self.text


def test_people_sign_in_while_redis_is_down(make_real_site: SitesMaker, tmp_path: Path) -> None:
    try:
        redis = start_redis(tmp_path / "own-redis")
    except Missing as reason:
        unavailable(reason)
    try:
        site = make_real_site(REDIS_URL=redis.url())
    finally:
        redis.stop()

    for _ in range(4):  # the fourth is one too many for this minute
        browser = Browser(site)
        browser.get("/accounts/login/")
        browser.post("/accounts/login/", email=ADDRESS)
    assert "field-error" in browser.text

    assert site.manage_json("tick")["mails"]["sent"] == 3  # the worker is told of nothing now
    wait_until(lambda: len(site.smtp.mails) == 3, 10, "the codes")
    assert {mail.to for mail in site.smtp.mails} == {ADDRESS}

    browser = Browser(site)
    browser.get("/accounts/login/")
    page = browser.post("/accounts/login/", email="lea@example.org")
    assert browser.url == f"{site.url}/accounts/login/code/confirm/"
    site.manage("tick")
    wait_until(lambda: len(site.smtp.mails) == 4, 10, "the code")
    code = re.search(r"^\s*([A-Z0-9]{3,}-?[A-Z0-9]{3,})\s*$", site.smtp.mails[-1].text, re.MULTILINE)
    assert code, site.smtp.mails[-1].text
    assert "input-code" in page
    browser.post("/accounts/login/code/confirm/", code=code[1])
    assert browser.url == f"{site.url}/"
    assert "/accounts/logout/" in browser.text

    browser = Browser(site)
    assert 'type="password"' in browser.get("/admin/login/")
    assert 'class="errornote"' in browser.post("/admin/login/", username="nobody@example.org", password="x")
