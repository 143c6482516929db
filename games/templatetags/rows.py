from django import template

from games.view_models import rows

register = template.Library()
register.simple_tag(rows.game_row)
register.simple_tag(rows.game_card)
register.simple_tag(rows.offer_row)
