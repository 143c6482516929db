"""A challenge mailed to somebody who may know nothing of this site: a link to play, and one to be left alone."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.core import signing
from django.utils.translation import gettext as _

from games import kinds
from games.kind_pages.registry import page_of
from games.models import MailInvitation
from games.notify.mail import letters, links, post
from games.notify.mail.letter import Item, Letter, Link
from games.words import names

SALT: Final = "games.notify.invitation"


def send(invitation: MailInvitation, address: str) -> None:
    """In the language of the sender, who may know that of the reader. Raises OSError when no mail server takes it."""
    post.send_to(letter(invitation), address, f"<invitation.{invitation.pk}@{links.domain()}>")


def letter(invitation: MailInvitation) -> Letter:
    offer = invitation.challenge
    facts = {"name": offer.creator.username, "title": kinds.get(offer.kind).title}
    subject = _("%(name)s invites you to a game of %(title)s") % facts
    sentences = [str(page_of(offer.kind).words.pitch)]
    if offer.is_rated:
        sentences.append(_("This is a rated game. You need an account to play it."))
    else:
        sentences.append(_("You can play right away in your browser. No account needed."))
    if offer.is_mirrored:
        sentences.append(_("It’s a mirror match: you play two games at once, with the same luck and colours swapped."))
    item = Item(
        headline=subject,
        link=Link(_("See the invitation"), links.address("games:challenge", offer.token)),
        sentences=sentences,
        name=offer.creator.username,
        facts=[
            (_("Clock"), offer.clock_in_words),
            *names.options_of(offer),
            (_("Seal of the luck"), offer.commitment),
        ],
    )
    never = links.address("games:never-mail", signing.dumps(invitation.digest, salt=SALT))
    context = {
        "item": item,
        "items": [item],
        "name": offer.creator.username,
        "less": [(_("Never get invitations from %(site)s again") % {"site": settings.SITE_NAME}, never)],
        "title": subject,
    }
    return Letter(subject, *letters.parts("invitation", context), list_name="invitation", unsubscribe=never)


def digest_in(token: str) -> str | None:
    """The digest of the address that a link was mailed to; None if the link is not ours."""
    try:
        digest = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    return digest if isinstance(digest, str) else None
