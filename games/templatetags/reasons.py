from django import template

from games.moderation.standard_reasons import in_reader_language

register = template.Library()
register.filter(in_reader_language)
