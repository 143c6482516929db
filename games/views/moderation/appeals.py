"""The list of appeals, and the page of each with the form of an answer."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.models import Appeal
from games.moderation import appeals as threads
from games.moderation import dossier, sanctions, sentences
from games.moderation.refusals import ModerationRefused
from games.views.moderation.forms import AnswerForm
from games.views.moderation.guard import for_moderators
from games.views.redirects import see_other

PAGE = 50
CONFLICTS = {"appeal-closed", "lifted-already", "over-already", "said-meanwhile"}


@for_moderators
@require_safe
def appeals(request: HttpRequest) -> HttpResponse:
    is_open = "answered" not in request.GET
    page = Paginator(dossier.appeals(is_open=is_open), PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "is_open": is_open}
    return render(request, "moderation/appeals.html", context)


@for_moderators
@require_http_methods(["GET", "HEAD", "POST"])
def appeal(request: HttpRequest, pk: int) -> HttpResponse:
    """The thread of an appeal; POST adds an answer, and may lift the sanction."""
    assert request.user.is_authenticated
    thread = get_object_or_404(Appeal.objects.select_related("sanction__user"), pk=pk)
    seen = {"seen": threads.last_said(thread)}
    form, status = AnswerForm(request.POST if request.method == "POST" else None, initial=seen), 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            what = form.cleaned_data["what"]
            try:
                threads.answer(
                    by=request.user,
                    appeal=thread,
                    text=form.cleaned_data["text"],
                    is_last=what == "close",
                    is_lifted=what == "lift",
                    seen=form.cleaned_data["seen"],
                )
            except ModerationRefused as refused:
                form.add_error(None, sentences.moderation_refusal(refused))
                form.data = {
                    **request.POST.dict(),
                    "seen": threads.last_said(thread),
                }  # the page shows them now
                status = 409 if refused.code in CONFLICTS else 422
            else:
                messages.success(request, _("Your answer has been sent and recorded in the audit."))
                return see_other(reverse("games:moderation:appeal", args=[pk]))
    thread.refresh_from_db()
    context = {
        "appeal": thread,
        "sanction": thread.sanction,
        "is_in_force": sanctions.is_in_force(thread.sanction),
        "said": thread.messages.select_related("author"),
        "form": None if thread.status == Appeal.Status.CLOSED and not form.errors else form,
    }
    return render(request, "moderation/appeal.html", context, status=status)
