"""The addresses of all kinds of pages, and who may look at them: ``python -m tests.proof.addresses``, for a site."""

import json

import django

django.setup()

from tests import growth_pages  # noqa: E402


def main() -> None:
    readers = growth_pages.readers()
    keys = {
        name: client.cookies["sessionid"].value if "sessionid" in client.cookies else "nobody"
        for name, client in readers.items()
    }
    print(json.dumps({"addresses": growth_pages.addresses(), "sessions": keys}))


if __name__ == "__main__":
    main()
