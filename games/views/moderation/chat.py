"""The page of a chat message at the desk: hide it, or show it again."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.models import ChatMessage
from games.moderation import chat, roles, sentences
from games.moderation.refusals import ModerationRefused
from games.views.moderation.forms import ReasonForm
from games.views.moderation.from_case import back_to, case_of
from games.views.moderation.guard import for_moderators
from games.views.redirects import see_other


@for_moderators
@require_http_methods(["GET", "HEAD", "POST"])
def message(request: HttpRequest, pk: int) -> HttpResponse:
    """404 in a game in which the moderator plays."""
    assert request.user.is_authenticated
    said = get_object_or_404(ChatMessage.objects.select_related("author", "game"), pk=pk)
    if not roles.may_moderate(request.user, said.game):
        raise Http404
    case = case_of(request)
    form, status = ReasonForm(request.POST if request.method == "POST" else None), 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            change = chat.show_message if request.POST.get("what") == "show" else chat.hide_message
            try:
                change(by=request.user, message=said, reason=form.cleaned_data["why"])
            except ModerationRefused as refused:
                form.add_error(None, sentences.moderation_refusal(refused))
                status = 403 if refused.code == "yourself" else 409
            else:
                done = _("Message hidden.") if said.hidden_at else _("Message restored.")
                messages.success(request, done)
                return see_other(back_to(case, reverse("games:moderation:message", args=[pk])))
    said.refresh_from_db()
    return render(request, "moderation/message.html", {"said": said, "form": form, "case": case}, status=status)
