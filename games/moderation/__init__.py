"""Keeping the place fair: every act has a reason, is in the audit, is told to the people concerned, and is reversible.

audit                 the append-only record of all acts
game_acts             acts on a game, written as events to its log
people                acts on a person: sanctions, and what becomes of their games
sanctions             which sanctions are in force
sanction_columns      the columns of a person's row that follow from their sanctions
sanction_carry_over   sanctions of a deleted account, imposed again on the owner of its address
naming                names that are taken away, and chosen anew
chat                  messages that are hidden, and shown again
reports               reports by people and by the site, each with a snapshot of its subject (contexts)
flags                 words that make the site report a message or a name
shared_browser        opponents who share a browser, which the site reports
rating_flags          rated games that look arranged, which the site reports
cases                 like reports together: one moderator works at them and settles them
answers               set answers to reports
deeds                 what has been done about a case, and what an answer may claim
handling              a case handled by one form: messages hidden, a measure, the answer
appeals               the answers of people to a sanction
notes                 what moderators note of a person, for the next moderator
statistics            how much the desk has to do
desk_mail             the daily mail of what waits
dossier               the reads for a person's page at the desk
person_history        earlier cases and sanctions of a person, and how their own reports were judged
conflict_of_interest  what a moderator may not read, because they are involved
roles                 which rights moderators and administrators have
site_acts             acts on the site itself
refusals, sentences   why an act is refused, as codes and as sentences

See docs/moderation.md.
"""
