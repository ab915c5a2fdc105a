"""The interface as somebody serves it who has its description alone, with the standard library of Python 3.11.

    python3 server.py [--port 0] [--html-errors] [--strict-accept] [--slow MILLISECONDS]
                      [--pace TIMES] [--obliging] [--contrary]

Prints one line of JSON with the address, the keys and the ids of the seeded world. It imports nothing of this project.
"""

import argparse
import json
import socket
import sys
import time
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import handlers_alerts  # noqa: F401  each module adds its operations to the table
import handlers_backup  # noqa: F401
import handlers_clusters  # noqa: F401
import handlers_migration  # noqa: F401
import handlers_project  # noqa: F401
import handlers_restore  # noqa: F401
import handlers_search  # noqa: F401
import handlers_snapshots  # noqa: F401
import routing
from digest import Digest
from habits import HABITS, either
from handlers_token import TokenEndpoint
from operations import REASONS, Refused, Reply
from seed import seeded

MOST_BYTES = 1 << 20
MOST_LINE = 1 << 12


class BadFraming(Exception):
    pass


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    timeout = 30
    disable_nagle_algorithm = True

    def __getattr__(self, name):
        if name.startswith("do_"):
            return self.serve
        raise AttributeError(name)

    def version_string(self):
        return "fleet"

    def log_message(self, *_):
        pass

    # ---------------------------------------------------------------------------------------------------- what comes in

    def read_body(self):
        """The bytes of the body; None if there are too many of them, which ends the connection."""
        if "chunked" in self.headers.get("Transfer-Encoding", "").lower():
            return self.read_chunks()
        length = self.headers.get("Content-Length", "0").strip()
        if not (length.isascii() and length.isdigit()):
            raise BadFraming("Content-Length is no number")
        if int(length) > MOST_BYTES:
            self.drain(int(length))
            return None
        return self.rfile.read(int(length))

    def drain(self, length):
        """A client that is still sending would not read the answer, so a reasonable rest is taken and thrown away."""
        left = min(length, 16 * MOST_BYTES)
        while left > 0 and (taken := self.rfile.read(min(left, 1 << 16))):
            left -= len(taken)

    def read_chunks(self):
        taken, is_over = [], False
        total = 0
        while True:
            line = self.rfile.readline(MOST_LINE).split(b";")[0].strip()
            try:
                size = int(line, 16)
            except ValueError:
                raise BadFraming("a chunk has no size") from None
            if size == 0:
                break
            total += size
            if total > 16 * MOST_BYTES:
                return None
            chunk = self.rfile.read(size)
            self.rfile.readline(MOST_LINE)
            is_over = is_over or total > MOST_BYTES
            if not is_over:
                taken.append(chunk)
        while self.rfile.readline(MOST_LINE).strip():
            pass
        return None if is_over else b"".join(taken)

    # ---------------------------------------------------------------------------------------------------- what goes out

    def serve(self):
        self.view = routing.View()
        try:
            body = self.read_body()
            if self.server.flags.slow:
                time.sleep(self.server.flags.slow / 1000)
            if body is None:
                self.close_connection = True
                raise Refused(413, "PAYLOAD_TOO_LARGE", f"A body may have {MOST_BYTES} bytes.", {"Connection": "close"})
            reply = self.server.routes.answer(self, body)
        except BadFraming as problem:
            self.close_connection = True
            reply = self.refusal(Refused(400, "BAD_FRAMING", f"{problem}.", {"Connection": "close"}))
        except Refused as refused:
            if self.server.flags.html_errors and refused.code in routing.FRAMEWORK_CODES:
                return self.send_html(refused)
            reply = self.refusal(refused)
        except Exception:
            traceback.print_exc(file=sys.stderr)
            reply = self.refusal(Refused(500, "UNEXPECTED_ERROR", "Something went wrong on our side."))
        self.send(reply)

    def refusal(self, refused):
        self.view.media = "application/json"
        return Reply(refused.body(), refused.status, refused.headers)

    def send(self, reply):
        content, status = reply.body, reply.status
        headers = {
            "Vary": "Accept, Accept-Encoding",
            "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
            "X-Vendor-Service-Version": "gitHash=8f2c51e0; versionString=fleet-26.11.2",
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
            **reply.headers,
        }
        if self.view.envelope:
            is_list = isinstance(content, dict) and "results" in content
            wrapped = {"status": status, "content": {} if content is None else content}
            content = either(wrapped, {**content, "status": status} if is_list else wrapped)
            status = 200 if status == 204 else status
        sent = b""
        if content is not None:
            sent = self.written(content)
            headers["Content-Type"] = self.view.media + either(";charset=utf-8", "")
        self.send_response(status, REASONS.get(status))
        for name, value in headers.items():
            self.send_header(name, value)
        is_chunked = HABITS.contrary and len(sent) > 40 and self.request_version == "HTTP/1.1"
        if is_chunked:
            self.send_header("Transfer-Encoding", "chunked")
            half = len(sent) // 2
            sent = b"%x\r\n%b\r\n%x\r\n%b\r\n0\r\n\r\n" % (half, sent[:half], len(sent) - half, sent[half:])
        elif status != 204:
            self.send_header("Content-Length", str(len(sent)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(sent)

    def written(self, content):
        if not HABITS.contrary:
            return json.dumps(content, indent=2 if self.view.pretty else None).encode()
        indent, separators = ("\t", (",", " : ")) if self.view.pretty else (None, (",", ":"))
        told = json.dumps(content, indent=indent, separators=separators, ensure_ascii=False) + "\r\n"
        try:
            return told.encode()
        except UnicodeEncodeError:
            # Half a surrogate pair has no form in UTF-8, only an escaped one.
            return json.dumps(content, indent=indent, separators=separators).encode()

    def send_html(self, refused):
        BaseHTTPRequestHandler.send_error(self, refused.status, REASONS.get(refused.status), refused.detail)

    def send_error(self, code, message=None, explain=None):
        """What the framework refuses itself: a broken request line, headers without end."""
        if self.server.flags.html_errors:
            return BaseHTTPRequestHandler.send_error(self, code, message, explain)
        self.view = routing.View()
        self.close_connection = True
        self.command = getattr(self, "command", None) or "GET"
        status = 405 if code == 501 else code
        detail = f"{message or REASONS.get(status, 'The request cannot be read')}."
        self.send(self.refusal(Refused(status, "UNREADABLE_REQUEST", detail, {"Connection": "close"})))


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def __init__(self, flags):
        super().__init__(("127.0.0.1", flags.port), Handler)
        self.flags = flags
        self.store, self.directory, world = seeded()
        self.routes = routing.Routes(
            self.store,
            self.directory,
            Digest(self.directory.secret_of),
            TokenEndpoint(self.directory),
            is_strict=flags.strict_accept,
        )
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.routes.url = self.url
        self.told = {"url": self.url, "metricsUrl": f"{self.url}/metrics/v1.0", **world}

    def handle_error(self, request, address):
        if not isinstance(sys.exc_info()[1], (ConnectionError, socket.timeout)):
            super().handle_error(request, address)


def main():
    parser = argparse.ArgumentParser(description="The interface, served from its description alone.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--html-errors", action="store_true", help="refuse as the framework does, with a page of HTML")
    parser.add_argument("--strict-accept", action="store_true", help="serve the stated media type of a version alone")
    parser.add_argument("--contrary", action="store_true", help="choose the other way where there are two")
    parser.add_argument("--obliging", action="store_true", help="refuse nothing that may be carried out")
    parser.add_argument("--pace", type=int, default=1, metavar="TIMES", help="take so much less time")
    parser.add_argument("--slow", type=int, default=0, metavar="MILLISECONDS", help="wait before each answer")
    flags = parser.parse_args()
    HABITS.pace, HABITS.obliging, HABITS.contrary = flags.pace, flags.obliging, flags.contrary
    server = Server(flags)
    print(json.dumps(server.told), flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
