"""Somebody who acts so many times, in a process of their own: ``python -m tests.proof.auditors 25``."""

import os
import sys

import django

django.setup()

from django.db import transaction  # noqa: E402

from games.moderation import audit  # noqa: E402

for number in range(int(sys.argv[1])):
    with transaction.atomic():
        audit.record(by=None, what=audit.What.WARN, reason=f"act {number} of process {os.getpid()}", person=number)
