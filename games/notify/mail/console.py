"""Where mails go without a mail server: on the console, as far as it can show them, and with DEBUG to /dev/outbox/."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from games.notify.mail import folder


class EmailBackend(BaseEmailBackend):
    def __init__(self, *, stream: Any = None, **options: Any) -> None:
        super().__init__(**options)
        self.stream = stream

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        stream = self.stream or sys.stdout
        for mail in email_messages:
            message = mail.message()
            if settings.DEBUG:
                folder.save(message.as_bytes())
            headers = "\n".join(f"{name}: {value}" for name, value in message.items() if name != "Content-Type")
            stream.write(f"{headers}\n\n{mail.body}\n{'-' * 79}\n")  # the pictures are for other eyes
        stream.flush()
        return len(email_messages)
