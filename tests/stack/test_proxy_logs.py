"""What the proxies write down of a request: nothing that lets somebody else in. No site needs to stand behind them."""

import http.client
import os
import shutil
import ssl
import subprocess
import time
from contextlib import closing

import pytest

from tests.stack.units import DEPLOY, NAME, NGINX, nginx, statuses, written
from tests.stack.visitor import Visitor
from tests.tokens import TOKEN, TOKENS
from tests.with_services import free_port

CADDY = shutil.which("caddy")
SHOWN = ("/", "/challenges/.../", "/challenges/.../accept/", "/live/?...", "/mail/never/.../", "/account/login/?...")


@pytest.mark.skipif(NGINX is None, reason="needs nginx")
def test_the_log_of_nginx_has_no_token_in_it(tmp_path):
    http_port, https_port = free_port(), free_port()
    main = written(tmp_path, http=http_port, https=https_port, web=(free_port(), free_port()), data=tmp_path)
    addresses = ("/", "/lobby/?next=1", *TOKENS)
    with nginx(main) as answers:
        visitor = Visitor(https_port, ssl.create_default_context(cafile=str(tmp_path / "certificate.pem")))
        for address in addresses:
            assert visitor.get(address, Referer=f"https://{NAME}{address}")[0] in (502, 503)
            with closing(http.client.HTTPConnection("127.0.0.1", http_port, timeout=10)) as asking:
                asking.request("GET", address, headers={"Host": NAME})
                assert asking.getresponse().status == 301
        said = answers.read_text()
    assert statuses(answers) == {"503": len(addresses) - 2, "502": 2, "301": len(addresses)}
    assert not [shown for shown in SHOWN if f'"{shown}"' not in said]
    for file in (answers, answers.with_name("faults"), answers.with_name("errors")):
        assert TOKEN not in file.read_text(), file.name


@pytest.mark.skipif(CADDY is None, reason="needs Caddy")
def test_the_log_of_caddy_has_no_token_in_it(tmp_path):
    port, log = free_port(), tmp_path / "log"
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "SITE_HOST": f"http://127.0.0.1:{port}",
        "WEB_PROCESSES": f"127.0.0.1:{free_port()}",
    }
    file = tmp_path / "Caddyfile"
    text = (DEPLOY / "caddy" / "Caddyfile").read_text()
    for old, new in (("\tlog {", "\tadmin off\n\tlog {"), ("lb_try_duration 5s", "lb_try_duration 0s")):
        assert text.count(old) == 1
        text = text.replace(old, new)
    file.write_text(text)
    with log.open("w") as said:
        command = [CADDY or "", "run", "--config", str(file)]
        process = subprocess.Popen(command, env=environment, cwd=tmp_path, stderr=said)
    try:
        for _ in range(100):
            with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as asking:
                try:
                    asking.connect()
                except ConnectionRefusedError:
                    time.sleep(0.1)
                    continue
            break
        for address in TOKENS:
            with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as asking:
                asking.request("GET", address, headers={"Referer": f"http://127.0.0.1{address}"})
                assert asking.getresponse().status >= 400
    finally:
        process.terminate()
        process.wait(10)
    assert log.read_text().count("/challenges/…") >= 3
    assert TOKEN not in log.read_text()
