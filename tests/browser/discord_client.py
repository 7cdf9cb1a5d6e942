"""A stand-in for Discord's client: its page with the frame of an Activity, which speaks the client's messages, and the proxy before it.

One server with a certificate of its own is both `discord.com` and `….discordsays.com` to a browser that looks them up here. So the page
in the frame is really one of another site, with all that a browser refuses to such a page.
"""

from __future__ import annotations

import json
import ssl
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlencode

import aiohttp
from aiohttp import web
from multidict import CIMultiDict
from playwright.async_api import BrowserContext, async_playwright

from tests.browser import chromium

#: The client's page. `asked` holds the questions to it; a test can have it keep still (`deaf`), or say no (`denied`).
_PAGE = """<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Discord</title>
<style>html, body { margin: 0; height: 100%%; background: #313338 } iframe { border: 0; width: 100%%; height: 100%% }</style>
<iframe id="activity" allow="autoplay; encrypted-media" src="%(address)s"></iframe>
<script>
const origin = %(origin)s, behaves = %(behaves)s;
window.asked = [];
addEventListener("message", ({ data, origin: from, source }) => {
  if (from !== origin || !Array.isArray(data)) return;
  const [kind, said] = data, frame = document.getElementById("activity").contentWindow;
  if (source !== frame) return;
  window.asked.push(data);
  const answer = (values) => frame.postMessage([1, values], origin);
  if (behaves === "deaf") return;
  if (kind === 0) answer({ cmd: "DISPATCH", evt: "READY", nonce: null,
    data: { v: 1, config: { api_endpoint: "//discord.com/api", environment: "production" } } });
  else if (kind === 1 && said.cmd === "AUTHORIZE" && (behaves !== "denied" || window.asked.filter(([, one]) => one.cmd === "AUTHORIZE").length > 1))
    answer({ cmd: "AUTHORIZE", evt: null, nonce: said.nonce, data: { code: %(code)s } });
  else if (kind === 1) answer({ cmd: said.cmd, evt: "ERROR", nonce: said.nonce, data: { code: 4000, message: "no" } });
});
</script>"""
#: Headers that hold for one connection alone.
_OF_CONNECTION = ("connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding", "host", "date")


class DiscordClient:
    """The client as somebody whose code is `code` uses it, in a channel. The page behind the proxy is at `target`."""

    def __init__(self, client_id: int, target: str, code: str, channel: int) -> None:
        self.code = code
        self.channel = channel
        self.behaves = ""
        """`deaf`: it answers nothing. `denied`: its person refuses at first to say who they are."""
        self.holds_news_back = False
        """Whether the proxy lets no news through before they end."""
        self.origin = f"https://{client_id}.discordsays.com"
        self._target = target
        self._host = f"{client_id}.discordsays.com"
        self._session: aiohttp.ClientSession

    @asynccontextmanager
    async def listening(self, folder: Path) -> AsyncIterator[int]:
        """Serve both hosts at a port of this machine, and return it."""
        application = web.Application()
        application.router.add_route("*", "/{path:.*}", self._asked)
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        async with aiohttp.ClientSession(auto_decompress=False) as self._session:
            site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=_certified(folder))
            await site.start()
            try:
                yield int(runner.addresses[0][1])
            finally:
                await runner.cleanup()

    async def _asked(self, request: web.Request) -> web.StreamResponse:
        if request.host == self._host:
            return await self._passed_on(request)
        if request.path != "/channels":
            return web.Response(status=204)
        query = {"frame_id": "f-1", "instance_id": "i-1-gc-2-3", "platform": "desktop", "channel_id": str(self.channel)}
        values = {
            "address": f"{self.origin}/?{urlencode(query)}",
            "origin": json.dumps(self.origin),
            "behaves": json.dumps(self.behaves),
            "code": json.dumps(self.code),
        }
        return web.Response(text=_PAGE % values, content_type="text/html")

    async def _passed_on(self, request: web.Request) -> web.StreamResponse:
        sent = CIMultiDict(
            (name, value) for name, value in request.headers.items() if name.lower() not in _OF_CONNECTION
        )
        async with self._session.request(
            request.method,
            self._target + request.path_qs,
            headers=sent,
            data=await request.read(),
            allow_redirects=False,
        ) as got:
            answer = web.StreamResponse(status=got.status)
            for name, value in got.headers.items():
                if name.lower() not in _OF_CONNECTION or name.lower() == "content-encoding":
                    answer.headers.add(name, value)
            if self.holds_news_back and got.content_type == "text/event-stream":
                await answer.prepare(request)
                await got.read()
                return answer
            await answer.prepare(request)
            async for part in got.content.iter_any():
                await answer.write(part)
            return answer

    @asynccontextmanager
    async def context(self, folder: Path, **looks: object) -> AsyncIterator[BrowserContext]:
        """Open a browser that finds this client at Discord's addresses; see Playwright's `new_context`."""
        async with self.listening(folder) as port, async_playwright() as playwright:
            here = f"127.0.0.1:{port}"
            found = f"MAP discord.com:443 {here},MAP *.discordsays.com:443 {here}"
            browser = await playwright.chromium.launch(
                executable_path=chromium.path(), args=["--no-sandbox", f"--host-resolver-rules={found}"]
            )
            try:
                yield await browser.new_context(ignore_https_errors=True, **looks)  # type: ignore[arg-type]
            finally:
                await browser.close()


def _certified(folder: Path) -> ssl.SSLContext:
    """Return a server's side of TLS, with a certificate that nobody vouches for."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        [chromium.needed("OpenSSL", "openssl", "openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=discord.com", "-keyout", str(key), "-out", str(certificate)],
        check=True,
        capture_output=True,
    )  # fmt: skip
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context
