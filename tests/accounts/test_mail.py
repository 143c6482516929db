import os
import subprocess
import sys
from pathlib import Path

from tests.accounts.members import code_in

ROOT = Path(__file__).parents[2]
CODE = """
from marabunta_site import settings
print(settings.EMAIL_BACKEND.split(".")[-2], settings.EMAIL_HOST, settings.EMAIL_PORT, settings.DEFAULT_FROM_EMAIL)
"""


def mail_settings(folder: Path, **environment: str) -> str:
    """What a process of its own makes of these variables: settings are read once in a process."""
    kept = {"PATH": os.environ["PATH"], "ENV_FILE": "", "DATA_DIR": str(folder), "SECRET_KEY": "k" * 60}
    run = subprocess.run(
        [sys.executable, "-c", CODE], cwd=ROOT, env=kept | environment, capture_output=True, check=True
    )
    return run.stdout.decode().strip()


def test_without_any_variable_mails_are_printed(tmp_path):
    assert mail_settings(tmp_path).startswith("console ")


def test_one_variable_leads_to_a_mail_server(tmp_path):
    sender = "Marabunta <games@example.org>"
    found = mail_settings(tmp_path, EMAIL_URL="smtp+tls://me:secret@mail.example:587", DEFAULT_FROM_EMAIL=sender)
    assert found == f"smtp mail.example 587 {sender}"


def test_mails_about_the_account_name_the_site_and_nothing_else(client, ines, mailoutbox):
    client.post("/account/password/reset/", {"email": ines.email})
    (mail,) = mailoutbox
    assert mail.subject == f"Your code for a new password: {code_in(mail)}"
    assert mail.from_email.startswith("Marabunta <")
    assert "http://testserver/" in mail.body
