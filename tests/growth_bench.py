"""What each page of a full site costs the database.

    DEBUG=true DATABASE_URL=postgres://… python -m tests.growth_bench [--least 5]

The database is one of your own that ``manage.py fill`` has filled; see docs/growth.md. Two members of staff are added.
"""

from __future__ import annotations

import argparse
import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marabunta_site.settings")
os.environ |= {"WORKER": "off", "LIMITS": "false", "STAFF_MFA": "false"}
django.setup()

from django.conf import settings  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from tests import growth_pages  # noqa: E402

ROUNDS = 5  # of each query the best counts: the machine may be busy elsewhere


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.growth_bench", description=__doc__.splitlines()[0])
    parser.add_argument("--least", type=float, default=0.0, help="milliseconds from which a page is listed")
    parser.add_argument("--queries", action="store_true", help="print the slowest query of each page that is listed")
    parser.add_argument("--only", default="", help="pages with this in their name")
    args = parser.parse_args()
    setup_test_environment()
    settings.ALLOWED_HOSTS = ["testserver"]
    readers, pages = growth_pages.readers(), growth_pages.addresses()
    for page, address in pages.items():
        if args.only not in page:
            continue
        for reader, client in readers.items():
            if page.startswith("admin:") and reader != "administrator":
                continue
            if page.startswith("games:moderation") and reader not in ("moderator", "administrator"):
                continue
            costs = []
            for _ in range(ROUNDS):
                with growth_pages.asked() as asked:
                    status = client.get(address).status_code
                costs.append(asked)
                if asked.milliseconds > 2000:
                    break
            best = min(costs, key=lambda one: one.milliseconds)
            alike = [one.queries for one in costs if len(one.queries) == len(best.queries)]
            cost = 1000 * sum(min(query.seconds for query in same) for same in zip(*alike, strict=True))
            if cost >= args.least:
                print(f"{cost:9.1f} ms {len(best.queries):4} queries  {status} {reader:14} {page}", flush=True)
                if args.queries and best.queries:
                    slowest = max(best.queries, key=lambda query: query.seconds)
                    print(f"             {1000 * slowest.seconds:.1f} ms: {slowest.sql} -- {slowest.params}")


if __name__ == "__main__":
    main()
