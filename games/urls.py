from django.urls import path

from games.views.home import home
from games.views.replay import another, replay
from games.views.rulebook import rules

app_name = "games"
urlpatterns = [
    path("", home, name="home"),
    path("rules/<str:key>/", rules, name="rules"),
    path("replay/<str:key>/", another, name="another"),
    path("replay/<str:key>/<str:number>/", replay, name="replay"),
]
