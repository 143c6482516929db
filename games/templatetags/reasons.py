from django import template

from games.moderation.standard_reasons import in_reader_language
from games.view_models import act_changes

register = template.Library()
register.filter(in_reader_language)
register.filter("subject_in_words", act_changes.subject)
