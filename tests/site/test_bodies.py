"""Bodies of requests that no browser would send."""

import pytest
from django.test import Client

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

FILE = "--x\r\nContent-Disposition: form-data; name=f; filename=n\r\n\r\nx\r\n"
FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize("path", ["/account/login/", "/account/look/", "/nowhere/"])
@pytest.mark.parametrize("charset", ["utf-16", "utf-32", "latin-1"])
@pytest.mark.parametrize("is_checked", [True, False])
def test_a_form_in_another_charset_is_refused(path, charset, is_checked, caplog):
    client = Client(enforce_csrf_checks=is_checked, raise_request_exception=False)
    answer = client.post(path, "login=\xff\xfe", content_type=f"{FORM}; charset={charset}")
    assert answer.status_code == 400
    assert "UTF-8" in answer.content.decode()
    assert len(caplog.text) < 500


def test_one_in_two_parts_too():
    body = b"--x\r\nContent-Disposition: form-data; name=login\r\n\r\n\xff\xfe\r\n--x--\r\n"
    kind = "multipart/form-data; boundary=x; charset=utf-16"
    answer = Client().generic("POST", "/account/login/", body, content_type=kind)
    assert answer.status_code == 400


@pytest.mark.parametrize("charset", ["", "; charset=utf-8", "; charset=UTF-8"])
def test_what_browsers_send_is_read(charset):
    answer = Client().post("/account/login/", "login=x&password=y", content_type=FORM + charset)
    assert answer.status_code == 422


@pytest.mark.parametrize("path", ["/account/login/", "/nowhere/"])
@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        ("a=1&" * 1001, FORM, 400),
        ("a=" + "1" * 2_700_000, FORM, 413),
        (FILE * 101 + "--x--", "multipart/form-data; boundary=x", 400),
        ("--x", "multipart/form-data; boundary=", 400),
    ],
    ids=["fields", "bytes", "files", "boundary"],
)
def test_a_form_with_too_much_in_it_is_refused_in_one_line(path, body, kind, status, caplog):
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    answer = client.generic("POST", path, body, content_type=kind)
    assert answer.status_code == status
    assert answer["Content-Type"].startswith("text/plain") and len(answer.content) < 60
    assert "Traceback" not in caplog.text
