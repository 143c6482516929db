from django.urls import include, path

from games.models import Rated
from games.views import challenges, dev_outbox, game, notifications, sanctions
from games.views.archive import archive, own_archive
from games.views.blocks import blocks, unblock
from games.views.careers import achievements, against, person_results
from games.views.chat import chat, switch
from games.views.guide import guide, guide_step
from games.views.home import home, live
from games.views.lobby import lobby
from games.views.mail_invites import invite_by_mail, never_mail
from games.views.moves import moves
from games.views.notebook import keep, kept_games, person_note
from games.views.people import profile
from games.views.picture import picture
from games.views.ratings import game_ratings, ladder_games, leaderboard, rating_history, ratings
from games.views.rematch import rematch_offer
from games.views.replay import another, replay
from games.views.reports import own_reports, report_game, report_message, report_person
from games.views.rulebook import rules, summary
from games.views.unsubscribe import less_mail
from games.views.vacations import end_vacation, vacation
from games.views.waiting import icon, waiting

app_name = "games"
BOTS = Rated.Ladder.BOTS
urlpatterns = [
    path("", home, name="home"),
    path("demo/", live, name="demo"),
    path("icon.svg", icon, name="icon"),
    path("waiting/", waiting, name="waiting"),
    path("play/", challenges.play, name="play"),
    path("invite/", challenges.invite, name="invite"),
    path("lobby/", lobby, name="lobby"),
    path("games/", own_archive, name="own-archive"),
    path("games/new/", challenges.new, name="new"),
    path("games/kept/", kept_games, name="kept"),
    path("games/next/", game.following, name="next"),
    path("games/<int:pk>/", game.game, name="game"),
    path("games/<int:pk>/board.png", picture, name="picture"),
    path("games/<int:pk>/act/", game.act, name="act"),
    path("games/<int:pk>/moves/", moves, name="moves"),
    path("games/<int:pk>/coach/", game.put_away, name="coach"),
    path("games/<int:pk>/hint/", game.hint, name="hint"),
    path("games/<int:pk>/rematch/", game.rematch, name="rematch"),
    path("games/<int:pk>/rematch/offer/", rematch_offer, name="rematch-offer"),
    path("games/<int:pk>/fairness/", game.fairness, name="fairness"),
    path("games/<int:pk>/ratings/", game_ratings, name="game-ratings"),
    path("games/<int:pk>/keep/", keep, name="keep"),
    path("games/<int:pk>/position.txt", game.position, name="position"),
    path("games/<int:pk>/record.txt", game.saved, {"form": "txt"}, name="record-text"),
    path("games/<int:pk>/record.json", game.saved, {"form": "json"}, name="record-json"),
    path("games/<int:pk>/chat/", chat, name="chat"),
    path("games/<int:pk>/chat/switch/", switch, name="chat-switch"),
    path("games/<int:pk>/report/", report_game, name="report-game"),
    path("games/<int:pk>/chat/<int:message>/report/", report_message, name="report-message"),
    path("challenges/<slug:token>/", challenges.challenge, name="challenge"),
    path("challenges/<slug:token>/accept/", challenges.accept, name="accept"),
    path("challenges/<slug:token>/decline/", challenges.decline, name="decline"),
    path("challenges/<slug:token>/withdraw/", challenges.withdraw, name="withdraw"),
    path("challenges/<slug:token>/mail/", invite_by_mail, name="invite-by-mail"),
    path("sanctions/", sanctions.mine, name="sanctions"),
    path("sanctions/<int:pk>/acknowledge/", sanctions.acknowledge, name="acknowledge"),
    path("sanctions/<int:pk>/appeal/", sanctions.appeal, name="appeal"),
    path("rename/", sanctions.rename, name="rename"),
    path("blocks/", blocks, name="blocks"),
    path("blocks/end/", unblock, name="unblock"),
    path("moderation/", include("games.views.moderation.urls")),
    path("vacation/", vacation, name="vacation"),
    path("vacation/<int:pk>/end/", end_vacation, name="end-vacation"),
    path("games/<int:pk>/mute/", notifications.mute, name="mute"),
    path("notifications/", notifications.notifications, name="notifications"),
    path("notifications/ledger/", notifications.notifications, {"is_ledger": True}, name="ledger"),
    path("notifications/read/", notifications.read, name="read"),
    path("notifications/resume/", notifications.resume, name="resume-mail"),
    path("mail/less/<str:token>/", less_mail, name="less-mail"),
    path("mail/never/<str:token>/", never_mail, name="never-mail"),
    path("dev/outbox/", dev_outbox.outbox, name="dev-outbox"),
    path("dev/outbox/<slug:name>/", dev_outbox.mail, name="dev-mail"),
    path("dev/outbox/<slug:name>/page/", dev_outbox.page, name="dev-page"),
    path("dev/outbox/<slug:name>/<str:cid>", dev_outbox.picture, name="dev-picture"),
    path("people/<str:name>/", profile, name="profile"),
    path("people/<str:name>/games/", archive, name="archive"),
    path("people/<str:name>/results/", person_results, name="results"),
    path("people/<str:name>/achievements/", achievements, name="achievements"),
    path("people/<str:name>/against/<str:other>/", against, name="against"),
    path("people/<str:name>/note/", person_note, name="person-note"),
    path("people/<str:name>/rating/<str:key>/", rating_history, name="rating-history"),
    path("people/<str:name>/rating/<str:key>/bots/", rating_history, {"ladder": BOTS}, name="rating-history-bots"),
    path("people/<str:name>/report/", report_person, name="report-person"),
    path("ratings/", ratings, name="ratings"),
    path("ratings/<str:key>/", leaderboard, name="leaderboard"),
    path("ratings/<str:key>/bots/", leaderboard, {"ladder": BOTS}, name="leaderboard-bots"),
    path("ratings/<str:key>/games.json", ladder_games, name="ladder-games"),
    path("ratings/<str:key>/bots/games.json", ladder_games, {"ladder": BOTS}, name="ladder-games-bots"),
    path("reports/", own_reports, name="reports"),
    path("rules/<str:key>/", rules, name="rules"),
    path("rules/<str:key>/summary/", summary, name="summary"),
    path("learn/<str:key>/", guide, name="guide"),
    path("learn/<str:key>/<int:number>/", guide_step, name="guide-step"),
    path("learn/<str:key>/<int:number>/<int:done>/", guide_step, name="guide-press"),
    path("replay/<str:key>/", another, name="another"),
    path("replay/<str:key>/<str:number>/", replay, name="replay"),
]
