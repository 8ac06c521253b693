"""Who is let in, and what no request can do."""

import pytest

from certify.web import safety
from certify.web.safety import FIELD, HEADERS, Access
from tests.web.conftest import HOST, TOKEN

INSIDE = {"Origin": HOST}
PAGES = ("/", "/games/three-card-poker", "/jobs", "/api/games", "/api/openapi.json", "/nowhere")


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr("certify.web.pages.entrance.SECONDS_AFTER_WRONG", 0)


@pytest.fixture
def client(serve):
    return serve()


@pytest.fixture
def inside(client):
    assert client.get("/enter", params={"token": TOKEN}).status_code == 200
    return client


@pytest.mark.parametrize("path", PAGES)
def test_nobody_is_let_in_without_the_token(client, path):
    assert client.get(path).status_code == 401


def test_a_wrong_token_is_refused_and_a_right_one_becomes_a_cookie(client):
    assert client.get("/enter", params={"token": "wrong"}).status_code == 401
    assert client.get("/enter", params={"token": "\N{GREEK SMALL LETTER PI}"}).status_code == 401
    found = client.get("/enter", params={"token": TOKEN}, follow_redirects=False)
    assert found.headers["location"] == "/"
    cookie = found.headers["set-cookie"].lower()
    assert TOKEN not in cookie
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert client.get("/").status_code == 200
    client.cookies.clear()
    client.cookies.set("certify", "other")
    assert client.get("/").status_code == 401


def test_a_password_is_typed(client):
    told = client.post("/enter", data={"token": TOKEN}, headers=INSIDE)
    assert told.status_code == 403
    page = client.get("/")
    csrf = page.text.partition(f'name="{FIELD}" value="')[2].partition('"')[0]
    sent = {"token": TOKEN, FIELD: csrf}
    assert client.post("/enter", data=sent, headers=INSIDE).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "[::2]", "x:80"])
def test_another_host_is_refused(inside, host):
    assert inside.get("/", headers={"Host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost:8400", "127.0.0.1", "[::1]:8400", "[::1]"])
def test_names_of_this_machine_are_taken(inside, host):
    assert inside.get("/assets/web.css", headers={"Host": host}).status_code == 200


def test_everywhere_takes_addresses_and_no_names():
    access = Access("0.0.0.0", "words")
    assert access.allows_host("192.0.2.7:8400")
    assert not access.allows_host("evil.example")
    assert not Access("192.0.2.7", "words").allows_host("192.0.2.8")


@pytest.mark.parametrize(
    "headers", [{}, {"Origin": "null"}, {"Origin": "http://evil.example"}, {"Origin": f"{HOST}:81"}]
)
def test_a_form_of_another_page_is_refused(inside, headers):
    csrf = inside.app.state.access.csrf
    found = inside.post("/verify", data={FIELD: csrf}, headers=headers)
    assert found.status_code == 403


@pytest.mark.parametrize("sent", [{}, {FIELD: "wrong"}, {FIELD: ""}])
def test_a_form_without_its_token_is_refused(inside, sent):
    posts = ["/verify", "/replay", "/editor/problems", "/games/burn/play", "/games/burn/versions"]
    for path in posts:
        assert inside.post(path, data=sent, headers=INSIDE).status_code in (403, 422), path


def test_the_interface_takes_the_secret_and_no_cookie_for_what_changes(inside):
    order = {"question": {"kind": "rtp", "game": "three-card-poker"}}
    assert inside.post("/api/jobs", json=order, headers=INSIDE).status_code == 401
    assert inside.delete(f"/api/jobs/{'0' * 24}", headers=INSIDE).status_code == 401
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    assert inside.delete(f"/api/jobs/{'0' * 24}", headers=bearer).status_code == 404
    wrong = {"Authorization": "Bearer wrong"}
    inside.cookies.clear()
    assert inside.get("/api/games", headers=wrong).status_code == 401
    assert inside.get("/api/games", headers=bearer).status_code == 200


def test_every_answer_has_the_headers(inside):
    for path in (*PAGES, "/assets/htmx.min.js"):
        found = inside.get(path)
        assert (
            found.headers.items()
            >= {name.lower(): value for name, value in HEADERS.items()}.items()
        )
        policy = found.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


def test_what_is_too_large_is_refused(inside, monkeypatch):
    monkeypatch.setattr(safety, "MOST_BYTES", 1_000)
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    sent = b"x" * 2_000
    assert inside.post("/api/jobs", content=sent, headers=bearer).status_code == 413
    found = inside.post("/api/jobs", content=iter([sent]), headers=bearer)
    assert found.status_code == 413
    assert inside.get(f"/?x={'y' * 20_000}").status_code == 414


@pytest.mark.parametrize(
    "path",
    [
        *("/games/..%2f..%2fetc%2fpasswd", "/games/%2fetc%2fpasswd/rtp", "/tables/..%2f..%2fx"),
        *("/jobs/..%2f..%2fx", "/jobs/%00", "/assets/..%2fapp.py", "/assets/../app.py"),
        *("/jobs/x/files/..%2fasked.json", "/ledger/..%2f..%2fx", "/games/rules%2fburn.yaml"),
        *("/api/games/..%2fx/spec", "/api/jobs/..%2fx/answer"),
    ],
)
def test_no_path_leads_to_a_file(inside, path):
    found = inside.get(path)
    assert 400 <= found.status_code < 500, found.text
    assert "root:" not in found.text


def test_where_things_are_only_shown_nothing_is_taken(serve):
    client = serve(read_only=True)
    client.get("/enter", params={"token": TOKEN})
    csrf = {FIELD: client.app.state.access.csrf}
    posts = ["/verify", "/monitor", "/replay", "/editor/check", "/games/burn/versions"]
    for path in posts:
        file = {"file": ("x.pdf", b"%PDF-")}
        found = client.post(path, data=csrf, files=file, headers=INSIDE)
        assert found.status_code == 403, path
        assert "only shows" in found.text
    assert client.get("/games/three-card-poker/report?ask=1").status_code == 403
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    for question in (
        {"kind": "report", "game": "burn"},
        {"kind": "check", "spec": "certify: 1\n"},
    ):
        sent = client.post("/api/jobs", json={"question": question}, headers=bearer)
        assert sent.status_code == 403
    assert client.delete(f"/api/jobs/{'0' * 24}", headers=bearer).status_code == 403
