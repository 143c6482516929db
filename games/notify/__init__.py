"""Telling people what happened: written with what happened, sent by the worker, decided anew in between.

events      what happened, and who is to know of it
outbox      the rows for it, in the transaction of the move
deciding    whether it is still so, and whether now is the time
sending     the worker's job: claims, retries, dead letters
channels/   the ways to a person, one module each
mail/       what a mail says and how it is addressed
ledger      what became of every notification, in words

See docs/mail.md.
"""
