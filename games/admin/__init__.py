"""Django's administration of everything: much to be seen, little to be changed, and nothing without a reason.

rights      who sees what; how a change is reasoned
table       games and their logs
filters     what the lists of games and people are narrowed by
telling     a game's log in words
beside      challenges, vacations, chat
outbox      what people are told, and dead letters
people      users, and their roles
entrance    addresses, second factors, sessions, groups
fairness    reports, cases, sanctions, appeals, blocks, the audit
site        switches, notices, flagged words

See docs/moderation.md.
"""

from games.admin import credentials, fairness, games, lobby_and_chat, outbox, people, site

__all__ = ["credentials", "fairness", "games", "lobby_and_chat", "outbox", "people", "site"]
