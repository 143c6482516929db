"""A real nginx before some web processes. Who refuses it is passed by; what it has sent it does not send again."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.with_services import free_port

PROGRAM = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
needs_nginx = pytest.mark.skipif(PROGRAM is None, reason="needs nginx")
CONFIGURATION = """
daemon off; master_process off; pid {folder}/pid; error_log {folder}/errors warn;
events {{ worker_connections 512; }}
http {{
    log_format short "$status $request_method $uri $upstream_addr"; access_log {folder}/answers short;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxied; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    upstream site {{ {servers} }}
    map $http_upgrade $upgraded {{ default upgrade; "" close; }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://site;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $upgraded;
            proxy_next_upstream error timeout;
        }}
    }}
}}
"""


@contextmanager
def proxy(ports: Sequence[int]) -> Iterator[tuple[int, Path]]:
    """Its port, and the file with a line for each answer."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        servers = " ".join(f"server 127.0.0.1:{one} max_fails=0;" for one in ports)
        configuration = Path(folder) / "nginx.conf"
        configuration.write_text(CONFIGURATION.format(folder=folder, port=port, servers=servers))
        process = subprocess.Popen([PROGRAM or "", "-c", str(configuration), "-e", f"{folder}/errors"])
        try:
            yield port, Path(folder) / "answers"
        finally:
            process.terminate()
            process.wait(10)
