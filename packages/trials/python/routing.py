"""From a request to its operation: who asks, what for, in which form, and whether they may."""

import json
import re
from urllib.parse import parse_qsl, unquote

from access import PROJECT_ROLES, basic, same
from habits import HABITS, either
from handlers_clusters import metrics_targets
from operations import OPERATIONS, Call, Refused, Reply, invalid
from validation import CLUSTER_NAME_PATTERN, ID_PATTERN, Problem, query_boolean

DATE = "2025-01-01"
MEDIA = f"application/vnd.product.{DATE}+json"
DATED = re.compile(r"application/vnd\.product\.(\d{4}-\d\d-\d\d)\+json")
PREFIX = re.compile(r"/api/product/v(1\.0|2)(/.*)")
METRICS = re.compile(r"/metrics/v1\.0/groups/([^/]+)/discovery")
# What a framework answers before any code of the service is asked.
FRAMEWORK_CODES = ("MALFORMED_JSON", "NO_SUCH_PATH", "METHOD_NOT_ALLOWED")


class View:
    """In which form the answer goes out."""

    def __init__(self):
        self.envelope, self.pretty, self.media = False, False, "application/json"


def offered(accept):
    """The media types of an Accept header that are wanted at all."""
    wanted = []
    for part in accept.split(","):
        media, *parameters = [one.strip().lower() for one in part.split(";")]
        refused = any(re.fullmatch(r"q\s*=\s*0(\.0*)?", one) for one in parameters)
        if media and not refused:
            wanted.append(media)
    return wanted


def media_type(version, accept, is_strict):
    wanted = offered(accept)
    stated = MEDIA if version == "2" else "application/json"
    if stated in wanted:
        return stated
    if not is_strict:
        if not accept.strip() or "*/*" in wanted or "application/*" in wanted:
            return stated
        if any((found := DATED.fullmatch(one)) and found[1] >= DATE for one in wanted):
            return stated
        if "application/json" in wanted:
            return "application/json"
    raise Refused(406, "NOT_ACCEPTABLE", f"Version {version} is served as {stated}; ask for that in Accept.")


def read_json(body):
    def no_constant(name):
        raise ValueError(f"{name} is no JSON")

    try:
        return json.loads(body.decode("utf-8"), parse_constant=no_constant)
    except (ValueError, RecursionError) as problem:
        raise Refused(400, "MALFORMED_JSON", f"The body is no JSON: {problem}") from None


class Routes:
    def __init__(self, store, directory, digest, tokens, is_strict):
        self.store, self.directory, self.digest, self.tokens = store, directory, digest, tokens
        self.is_strict = is_strict
        self.url = ""
        self.by_version = {
            version: sorted(
                (one for one in OPERATIONS if version in one.versions), key=lambda one: one.path.count("{")
            )
            for version in ("1.0", "2")
        }

    def answer(self, request, body):
        path, _, query = request.path.partition("?")
        given = parse_qsl(query, keep_blank_values=True)
        method = "GET" if request.command == "HEAD" else request.command
        view = request.view
        if path == "/api/oauth/token":
            return self.tokens.answer(request, method, given, body)
        if found := METRICS.fullmatch(path):
            return self.metrics(request, method, unquote(found[1]), given)
        prefixed = PREFIX.fullmatch(path)
        if prefixed is None:
            raise Refused(404, "NO_SUCH_PATH", f"Nothing is at {path}.")
        # A refusal takes the form that was asked for too.
        view.envelope, view.pretty = (("envelope", "true") in given), (("pretty", "true") in given)
        caller = self.caller(request)
        version, rest = prefixed.groups()
        operation, params = self.find(method, version, rest)
        view.envelope = view.envelope and "envelope" in operation.controls
        view.pretty = view.pretty and "pretty" in operation.controls
        if HABITS.contrary:
            self.check_known(operation, given)
        media = media_type(version, request.headers.get("Accept", ""), self.is_strict)
        self.check_params(params)
        with self.store.lock:
            self.check_roles(operation, caller, params)
        asked = self.read_query(operation, given)
        sent = self.read_sent(operation, version, request, body)
        call = Call(self.store, caller, version, params, asked, sent, path, f"{self.url}{request.path}")
        try:
            with self.store.lock:
                reply = operation.handler(call)
        except Problem as problem:
            raise invalid(problem.where, problem.message) from None
        view.media = media
        reply = reply if isinstance(reply, Reply) else Reply(reply)
        if HABITS.contrary and reply.status in (201, 202, 204):
            return Reply({} if reply.body is None else reply.body)
        return reply

    def caller(self, request):
        header = request.headers.get("Authorization", "")
        scheme, _, rest = header.partition(" ")
        if scheme.lower() == "bearer":
            caller, stale = self.directory.bearer(rest.strip()), False
        else:
            name, stale = self.digest.caller(request.command, request.path, header)
            caller = None if name is None else self.directory.keys[name][1]
        if caller is None:
            challenge = {"WWW-Authenticate": self.digest.challenge(stale)}
            raise Refused(401, "CALLER_UNKNOWN", "Sign the request with a key, please.", challenge)
        return caller

    def find(self, method, version, path):
        methods = set()
        for operation in self.by_version[version]:
            found = operation.pattern.fullmatch(path)
            if found is None:
                continue
            if operation.method == method:
                return operation, {name: unquote(value) for name, value in found.groupdict().items()}
            methods.add(operation.method)
        if not methods or HABITS.contrary:
            raise Refused(404, "NO_SUCH_PATH", f"Version {version} has nothing at {path}.")
        allow = ", ".join(sorted(methods | ({"HEAD"} if "GET" in methods else set())))
        raise Refused(405, "METHOD_NOT_ALLOWED", f"Only {allow} is possible here.", {"Allow": allow})

    @staticmethod
    def check_known(operation, given):
        for name, _ in given:
            if name not in operation.query and name not in operation.controls:
                raise invalid(name, "is no query parameter here")

    @staticmethod
    def check_params(params):
        for name, value in params.items():
            if name.endswith("Id") and not ID_PATTERN.fullmatch(value):
                if HABITS.contrary:
                    raise Refused(404, "NO_SUCH_RECORD", f"Nothing has the id {value}.")
                raise invalid(name, "must be an id: 24 characters of a-f and 0-9")
            if name == "clusterName" and not (len(value) <= 64 and CLUSTER_NAME_PATTERN.fullmatch(value)):
                raise invalid(name, "must be a cluster name: 1 to 64 letters, digits and hyphens")

    def check_roles(self, operation, caller, params):
        """A project that does not exist and one in which a caller has no role are refused alike: none is betrayed."""
        if "groupId" in params:
            project = self.store.projects.get(params["groupId"])
            roles = caller.on_project(project) if project else set()
            if not roles & {*PROJECT_ROLES, *operation.roles}:
                detail = f"You have no role in a project {params['groupId']}."
                raise Refused(either(403, 404), "NOT_IN_GROUP", detail)
        elif "orgId" in params:
            roles = caller.on(params["orgId"]) if params["orgId"] in self.store.orgs else set()
            if not roles:
                raise Refused(403, "NOT_IN_ORG", f"You have no role in an organization {params['orgId']}.")
        else:
            roles = set().union(*(caller.on(one) for one in caller.roles))
            if roles and ("any" in operation.roles or caller_has_clusters(self.store, caller)):
                return
        if not roles & set(operation.roles):
            detail = f"This needs one of the roles: {', '.join(operation.roles)}."
            challenge = {"WWW-Authenticate": self.digest.challenge()}
            raise either(
                Refused(403, "ROLE_MISSING", detail), Refused(401, "NOT_ORG_GROUP_CREATOR", detail, challenge)
            )

    @staticmethod
    def read_query(operation, given):
        known = {**operation.query}
        asked = {}
        seen = set()
        for name, value in given:
            if name in operation.controls:
                check = query_boolean
            elif name in known:
                check = known[name]
            else:
                continue
            if name in seen:
                raise invalid(name, "is given twice")
            seen.add(name)
            try:
                asked[name] = check(value, name)
            except Problem as problem:
                raise invalid(problem.where, problem.message) from None
        return asked

    @staticmethod
    def read_sent(operation, version, request, body):
        if operation.body is None:
            return None
        check = operation.body[version] if isinstance(operation.body, dict) else operation.body
        media = request.headers.get("Content-Type", "").split(";")[0].strip().lower()
        if body and media not in ("", "application/json") and not DATED.fullmatch(media):
            raise Refused(415, "UNSUPPORTED_MEDIA_TYPE", "A body is application/json here.")
        if not body.strip():
            raise invalid("body", "is required")
        try:
            return check(read_json(body), "")
        except Problem as problem:
            raise invalid(problem.where or "body", problem.message) from None

    # ---------------------------------------------------------------------------------------------------------- metrics

    def metrics(self, request, method, group, given):
        if method != "GET":
            raise Refused(405, "METHOD_NOT_ALLOWED", "Only GET, HEAD is possible here.", {"Allow": "GET, HEAD"})
        found = basic(request.headers.get("Authorization", ""))
        known = self.directory.metrics
        if found is None or not same(found[0], known["username"]) or not same(found[1], known["password"]):
            challenge = {"WWW-Authenticate": 'Basic realm="fleet metrics", charset="UTF-8"'}
            raise Refused(401, "CALLER_UNKNOWN", "Send the user name and password of metrics.", challenge)
        if not ID_PATTERN.fullmatch(group):
            raise invalid("groupId", "must be an id: 24 characters of a-f and 0-9")
        schemes = [value for name, value in given if name == "targetScheme"]
        if len(schemes) > 1 or any(one not in ("PUBLIC", "PRIVATE") for one in schemes):
            raise invalid("targetScheme", "must be one of PUBLIC, PRIVATE")
        with self.store.lock:
            if group != known["groupId"]:
                raise Refused(404, "NO_SUCH_GROUP", f"This user does not scrape a project {group}.")
            project = self.store.projects[group]
            return Reply(metrics_targets(self.store, project, is_private=schemes == ["PRIVATE"]))


def caller_has_clusters(store, caller):
    return any(caller.on_project(project) & {*PROJECT_ROLES} for project in store.projects.values())
