"""Django's administration: nearly everything can be read, little can be changed, and nothing without a reason.

rights          permissions of rows, and the reason of a change
games           games and their logs
log_in_words    the log of a game as sentences
filters         filters of the lists
large_lists     lists without counts of whole tables, and their search
lobby_and_chat  challenges, vacations, chat messages
outbox          notifications, and failed deliveries
people          users and their roles
credentials     addresses, second factors, sessions, groups
fairness        reports, cases, sanctions, appeals, blocks, the audit
site            switches, notices, flagged words

See docs/moderation.md.
"""

from games.admin import credentials, fairness, games, lobby_and_chat, outbox, people, site

__all__ = ["credentials", "fairness", "games", "lobby_and_chat", "outbox", "people", "site"]
