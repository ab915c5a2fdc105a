"""The token endpoint of service accounts, with its own errors and its own limit."""

import threading
import time
from collections import deque
from urllib.parse import parse_qs

from access import TOKEN_SECONDS, basic, same
from operations import Reply

LIMIT, WINDOW_SECONDS = 10, 60


class TokenEndpoint:
    """Ten requests in any minute for each client, whatever came of them."""

    def __init__(self, directory):
        self.directory = directory
        self.asked = {}
        self.lock = threading.Lock()

    def answer(self, request, method, query, body):
        for name, value in query:
            if name in ("envelope", "pretty"):
                if value not in ("true", "false"):
                    return refusal(400, "invalid_request", f"{name} must be true or false")
                setattr(request.view, name, value == "true")
        if method != "POST":
            return refusal(400, "invalid_request", "Ask for a token with POST.", {"Allow": "POST"})
        header = request.headers.get("Authorization", "")
        found = basic(header)
        wait = self.wait_seconds(found[0] if found else request.client_address[0])
        if wait:
            return refusal(429, "rate_limited", f"Ten tokens a minute; wait {wait} s.", {"Retry-After": str(wait)})
        if found is None:
            return unknown_client("Send the client id and secret as basic credentials.")
        secret, _, is_reachable = self.directory.accounts.get(found[0], ("", None, False))
        if not secret or not same(secret, found[1]):
            return unknown_client("No such client, or not its secret.")
        media = request.headers.get("Content-Type", "").split(";")[0].strip().lower()
        if media != "application/x-www-form-urlencoded":
            return refusal(400, "invalid_request", "The body is a form: application/x-www-form-urlencoded.")
        form = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True)
        grants = form.get("grant_type", [])
        if len(grants) != 1 or not grants[0]:
            return refusal(400, "invalid_request", "grant_type is required, once.")
        if grants[0] != "client_credentials":
            return refusal(400, "unsupported_grant_type", "Only client_credentials is granted here.")
        if not is_reachable:
            return refusal(403, "access_denied", "Your address is not on the access list of this service account.")
        return Reply(
            {
                "access_token": self.directory.issue(found[0]),
                "token_type": "Bearer",
                "expires_in": TOKEN_SECONDS,
            },
            headers={"Pragma": "no-cache"},
        )

    def wait_seconds(self, client):
        """0, and the request counts; or the seconds until the next one may come."""
        with self.lock:
            now = time.monotonic()
            times = self.asked.setdefault(client, deque())
            while times and times[0] <= now - WINDOW_SECONDS:
                times.popleft()
            if len(times) >= LIMIT:
                return int(times[0] + WINDOW_SECONDS - now) + 1
            times.append(now)
            if len(self.asked) > 1_000:
                self.asked = {one: kept for one, kept in self.asked.items() if kept and kept[-1] > now - WINDOW_SECONDS}
            return 0


def refusal(status, error, description, headers=None):
    return Reply({"error": error, "error_description": description}, status, headers or {})


def unknown_client(description):
    return refusal(401, "invalid_client", description, {"WWW-Authenticate": 'Basic realm="fleet tokens"'})
