"""Keeping the place fair: every act is reasoned, visible, in the audit, and can be reversed.

audit       the append-only record of all acts
table       what is done to a game, by events in its log
people      what is done to a person: sanctions, and what becomes of their games
naming      names that are taken away, and chosen anew
chat        messages out of sight, and back
dossier     the page of a person at the desk, in reads
discretion  what a moderator does not read because they are involved
reports     what people report, with what it was about (contexts), and what the site notices (flags, twins)
cases       like reports together, worked at by one moderator, settled with a set answer (answers)
histories   what is known of somebody at the desk
appeals     what people answer to a sanction
roles       who may do what

See docs/moderation.md.
"""
