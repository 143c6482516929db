from typing import Any

from django.core.management.base import BaseCommand

from games.careers import recount


class Command(BaseCommand):
    help = "Works out anew what finished games say of their players, and what everybody has achieved."

    def handle(self, *args: Any, **options: Any) -> None:
        done = recount.everything()
        self.stdout.write(
            f"games: {done.games}, of which {done.changed_facts} were stored differently; "
            f"people: {done.people}; achievements changed: {done.changed_achievements}"
        )
