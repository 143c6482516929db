import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.load.bare.settings")
pages = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402 - after Django is set up
from channels.routing import ProtocolTypeRouter  # noqa: E402

from tests.load.bare.consumer import Live  # noqa: E402

application = ProtocolTypeRouter({"http": pages, "websocket": AuthMiddlewareStack(Live.as_asgi())})
