import json
from typing import Any
from urllib.parse import parse_qs

from channels.generic.websocket import AsyncWebsocketConsumer


class Live(AsyncWebsocketConsumer):
    """Hears the signals of one game."""

    async def connect(self) -> None:
        game = parse_qs(self.scope["query_string"].decode())["game"][0]
        self.group = f"game.{int(game)}"
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def signal(self, message: dict[str, Any]) -> None:
        await self.send(json.dumps(message["signal"]))
