"""HTTP digest authentication (RFC 7616), MD5 and qop=auth. Nonces are signed: none is stored until it is used."""

import base64
import hashlib
import hmac
import re
import secrets
import threading
import time

from habits import HABITS

REALM = "fleet control"
NONCE_SECONDS = 180
PART = re.compile(r"([a-zA-Z]+)\s*=\s*(?:\"((?:[^\"\\]|\\.)*)\"|([^\s,\"]+))")


def md5(joined):
    return hashlib.md5(joined.encode("utf-8", "surrogateescape")).hexdigest()


class Digest:
    def __init__(self, secret_of, seconds=NONCE_SECONDS):
        self.secret_of = secret_of
        self.seconds = seconds
        self.key = secrets.token_bytes(32)
        self.used = {}
        self.lock = threading.Lock()

    def nonce(self):
        issued = f"{time.time():.6f}-{secrets.token_hex(6)}"
        return base64.urlsafe_b64encode(f"{issued}-{self.signature(issued)}".encode()).decode().rstrip("=")

    def signature(self, issued):
        return hmac.new(self.key, issued.encode(), hashlib.sha256).hexdigest()[:32]

    def age(self, nonce):
        """Seconds since this nonce was issued; None if it never was."""
        try:
            issued, _, signature = base64.urlsafe_b64decode(nonce + "=" * (-len(nonce) % 4)).decode().rpartition("-")
            if hmac.compare_digest(signature, self.signature(issued)):
                return time.time() - float(issued.split("-")[0])
        except (ValueError, TypeError):
            pass
        return None

    def challenge(self, stale=False):
        nonce = self.nonce()
        told = f'Digest realm="{REALM}", nonce="{nonce}", algorithm=MD5, qop="auth", stale={str(stale).lower()}'
        return told + (f', Bearer realm="{REALM}"' if HABITS.contrary else "")

    def caller(self, method, target, header):
        """(user name or None, whether a fresh nonce would have done)."""
        scheme, _, rest = header.partition(" ")
        if scheme.lower() != "digest":
            return None, False
        said = {}
        for name, quoted, bare in PART.findall(rest):
            if name.lower() in said:
                return None, False
            said[name.lower()] = re.sub(r"\\(.)", r"\1", quoted) if quoted else bare
        user, nonce, uri = said.get("username", ""), said.get("nonce", ""), said.get("uri", "")
        secret = self.secret_of(user)
        if secret is None or said.get("realm") != REALM or uri != target or said.get("qop", "").lower() != "auth":
            return None, False
        if said.get("algorithm", "MD5").upper() != "MD5" or not said.get("cnonce"):
            return None, False
        count = said.get("nc", "")
        if not re.fullmatch(r"[0-9a-fA-F]{8}", count) or int(count, 16) == 0:
            return None, False
        middle = f"{nonce}:{count}:{said['cnonce']}:{said['qop']}"
        expected = md5(f"{md5(f'{user}:{REALM}:{secret}')}:{middle}:{md5(f'{method}:{uri}')}")
        if not hmac.compare_digest(expected.encode(), said.get("response", "").lower().encode("utf-8", "replace")):
            return None, False
        age = self.age(nonce)
        if age is None or age > self.seconds:
            return None, True
        return (user, False) if self.first_use(nonce, int(count, 16)) else (None, HABITS.contrary)

    def first_use(self, nonce, count):
        """Counts may arrive out of order from a client with several connections, but none comes twice."""
        with self.lock:
            if len(self.used) > 2_000:
                self.used = {one: counts for one, counts in self.used.items() if self.age(one) <= self.seconds}
            counts = self.used.setdefault(nonce, set())
            if count in counts:
                return False
            counts.add(count)
            return True
