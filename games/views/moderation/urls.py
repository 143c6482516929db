from django.urls import path

from games.views.moderation import appeals, audit, cases, chat, games, people, set_texts, statistics

app_name = "moderation"
urlpatterns = [
    path("", cases.queue, name="cases"),
    path("next/", cases.following, name="next"),
    path("cases/<int:pk>/", cases.case, name="case"),
    path("cases/<int:pk>/claim/", cases.claim, name="claim"),
    path("cases/<int:pk>/release/", cases.release, name="release"),
    path("cases/<int:pk>/settle/", cases.settle, name="settle"),
    path("cases/<int:pk>/reopen/", cases.reopen, name="reopen"),
    path("games/", games.games, name="games"),
    path("games/<int:pk>/", games.game, name="game"),
    path("people/", people.find, name="people"),
    path("people/<int:pk>/", people.person, name="person"),
    path("people/<int:pk>/impose/", people.impose, name="impose"),
    path("people/<int:pk>/notes/", people.note, name="note"),
    path("notes/<int:pk>/remove/", people.remove_note, name="remove-note"),
    path("sanctions/<int:pk>/lift/", people.lift, name="lift"),
    path("appeals/", appeals.appeals, name="appeals"),
    path("appeals/<int:pk>/", appeals.appeal, name="appeal"),
    path("messages/<int:pk>/", chat.message, name="message"),
    path("answers/", set_texts.set_texts_list, name="set-texts"),
    path("answers/<slug:key>/", set_texts.set_text, name="set-text"),
    path("statistics/", statistics.statistics, name="statistics"),
    path("mail/", statistics.mail, name="mail"),
    path("audit/", audit.acts, name="audit"),
    path("audit.csv", audit.export, {"form": "csv"}, name="audit-csv"),
    path("audit.jsonl", audit.export, {"form": "jsonl"}, name="audit-json"),
]
