"""Who may do what: keys, service accounts, and the roles that they have on organizations and projects."""

import base64
import binascii
import hmac
import secrets
import time

from habits import HABITS

ORG_OWNER, ORG_MEMBER = "Organization Owner", "Organization Member"
OWNER, READER = "Project Owner", "Project Read Only"
MONITOR, CLUSTER_ADMIN = "Project Monitoring Admin", "Project Cluster Admin"
DATA_ADMIN, DATA_WRITER = "Project Data Access Admin", "Project Data Access Read Write"
PROJECT_ROLES = (OWNER, READER, MONITOR, CLUSTER_ADMIN, DATA_ADMIN, DATA_WRITER)
TOKEN_SECONDS = 3_600

# What each role brings along.
INCLUDED = {
    ORG_OWNER: {ORG_MEMBER},
    OWNER: set(PROJECT_ROLES),
    MONITOR: {READER},
    CLUSTER_ADMIN: {READER},
    DATA_ADMIN: {DATA_WRITER, READER},
    DATA_WRITER: {READER},
}


class Caller:
    def __init__(self, name, roles):
        self.name = name
        self.roles = roles

    def on(self, record_id):
        given = set(self.roles.get(record_id, ()))
        if HABITS.contrary:
            return given
        return given.union(*(INCLUDED.get(role, ()) for role in given))

    def on_project(self, project):
        org = self.on(project["orgId"])
        inherited = set(PROJECT_ROLES) if ORG_OWNER in org and not HABITS.contrary else set()
        return self.on(project["id"]) | org | inherited


class Directory:
    """Keys and service accounts; tokens live in memory."""

    def __init__(self):
        self.keys = {}
        self.accounts = {}
        self.metrics = {}
        self.tokens = {}

    def add_key(self, name, roles):
        secret = secrets.token_hex(16)
        self.keys[name] = (secret, Caller(name, roles))
        return {"public": name, "private": secret}

    def add_account(self, roles, is_reachable=True):
        client, secret = f"fleet_{secrets.token_hex(12)}", f"fs_{secrets.token_urlsafe(24)}"
        self.accounts[client] = (secret, Caller(client, roles), is_reachable)
        return {"id": client, "secret": secret}

    def secret_of(self, name):
        found = self.keys.get(name)
        return None if found is None else found[0]

    def issue(self, client):
        token = secrets.token_urlsafe(40)
        now = time.time()
        self.tokens = {one: kept for one, kept in self.tokens.items() if kept[1] > now}
        self.tokens[token] = (self.accounts[client][1], now + TOKEN_SECONDS)
        return token

    def bearer(self, token):
        caller, until = self.tokens.get(token, (None, 0))
        return caller if until > time.time() else None


def basic(header):
    """The two halves of basic credentials, or None."""
    scheme, _, rest = header.partition(" ")
    if scheme.lower() != "basic":
        return None
    try:
        name, colon, secret = base64.b64decode(rest.strip(), validate=True).decode().partition(":")
    except (binascii.Error, ValueError):
        return None
    return (name, secret) if colon else None


def same(left, right):
    return hmac.compare_digest(left.encode(), right.encode())
