"""Notifications: stored with the event that they are about, sent by the worker, and checked again in between.

events      the events, and the people who are notified of them
outbox      the rows of a notification, in the transaction of its event
send_check  whether a notification is still true, and whether now is the time to send it
sending     the worker's job: claims, retries, deliveries that are given up
channels/   the channels to a person, one module each
mail/       the text of a mail, its addresses and headers
ledger      the result of every delivery, in words

See docs/mail.md.
"""
