"""Turns letters into mails, with parts and headers, and sends them."""

from __future__ import annotations

from collections.abc import Sequence
from email.mime.image import MIMEImage
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection

from games.chat import plaintext
from games.models import Notification
from games.notify.mail import links
from games.notify.mail.letter import Letter

if TYPE_CHECKING:
    from games.notify.channels import Bundle

LONGEST_LINE: Final = 150


def send(letter: Letter, bundle: Bundle) -> None:
    """Open the connection first and check then, so that nothing outdated is sent."""
    mail = made(letter, bundle.user.email, bundle.message_id, reader=bundle.user.pk)
    mail.metadata = {"message": bundle.message_id}  # type: ignore[attr-defined] # anymail's: it comes back with a bounce
    connection = get_connection()
    connection.open()
    try:
        bundle.check()
        if not connection.send_messages([mail]):
            raise OSError("the mail was not taken")
    finally:
        connection.close()


def send_to(letter: Letter, address: str, message_id: str) -> None:
    """To an address that need not be anybody's here. Raises OSError."""
    if not made(letter, address, message_id).send():
        raise OSError("the mail was not taken")


def made(letter: Letter, address: str, message_id: str, *, reader: int = 0) -> EmailMultiAlternatives:
    mail = EmailMultiAlternatives(
        subject=one_line(letter.subject),
        body=letter.text,
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[address],
        headers={**_headers(letter, reader), "Message-ID": message_id},
    )
    mail.attach_alternative(letter.html, "text/html")
    mail.mixed_subtype = "related"  # type: ignore[attr-defined] # the pictures belong to the text
    for cid, png in letter.pictures.items():
        picture = MIMEImage(png, "png")
        picture.add_header("Content-ID", f"<{cid}>")
        picture.add_header("Content-Disposition", "inline", filename=f"{cid.partition('@')[0]}.png")
        mail.attach(picture)
    return mail


def message_id(notifications: Sequence[Notification], channel: str) -> str:
    """The same notifications have the same Message-ID, whichever worker sends them and however often."""
    first = min(notifications, key=lambda notification: notification.pk)
    name = first.occasion if len(notifications) == 1 and channel == "mail" else f"{channel}-{len(notifications)}"
    return f"<{name}.{first.pk}@{links.domain()}>"


def one_line(text: str) -> str:
    """A text for a header: without line breaks and invisible characters, and not too long."""
    line = " ".join(plaintext.cleaned(text).split())
    return line if len(line) <= LONGEST_LINE else f"{line[: LONGEST_LINE - 1]}…"


def _headers(letter: Letter, reader: int) -> dict[str, str]:
    headers = {
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "List-Id": f"<{letter.list_name}.{links.domain()}>",
    }
    if letter.unsubscribe:
        headers["List-Unsubscribe"] = f"<{letter.unsubscribe}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    if letter.game:
        thread = f"<game-{letter.game}.{reader}@{links.domain()}>"
        headers |= {"In-Reply-To": thread, "References": thread}
    else:
        headers["Precedence"] = "bulk"
    return {name: one_line(value) if len(value) < LONGEST_LINE else value for name, value in headers.items()}
