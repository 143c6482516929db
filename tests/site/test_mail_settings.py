"""One variable says how mails leave the site."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from marabunta_site.mail_url import mail_settings


def test_without_a_url_mails_are_printed_where_one_can_read_them():
    assert mail_settings("")["EMAIL_BACKEND"] == "games.notify.mail.console.EmailBackend"


def test_a_url_leads_to_a_mail_server():
    found = mail_settings("smtp+tls://me:secret@mail.example:587")
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"], found["EMAIL_USE_TLS"]) == ("mail.example", 587, True)


@pytest.mark.parametrize(
    ("url", "backend", "options"),
    [
        ("anymail+postmark://?server_token=abc", "postmark", {"POSTMARK_SERVER_TOKEN": "abc"}),
        (
            "anymail+mailgun://?api_key=a%2Bb&sender_domain=mg.example",
            "mailgun",
            {"MAILGUN_API_KEY": "a+b", "MAILGUN_SENDER_DOMAIN": "mg.example"},
        ),
        ("anymail+unisender-go://?api_key=k", "unisender_go", {"UNISENDER_GO_API_KEY": "k"}),
    ],
)
def test_a_url_leads_to_any_service_that_anymail_knows(url, backend, options):
    found = mail_settings(url)
    assert found == {"EMAIL_BACKEND": f"anymail.backends.{backend}.EmailBackend", "ANYMAIL": options}


@pytest.mark.parametrize("url", ["anymail+pigeon://?key=x", "anymail+://?key=x", "anymail+os.path://"])
def test_a_service_that_does_not_exist_is_refused_at_the_start(url):
    with pytest.raises(ImproperlyConfigured, match="anymail does not know"):
        mail_settings(url)
