"""Checks of what a client sent: each takes a value and where it stood, and gives the value as it is kept."""

import ipaddress
import re
from datetime import datetime, timezone

from habits import HABITS

ID_PATTERN = re.compile(r"[a-f0-9]{24}")
CLUSTER_NAME_PATTERN = re.compile(r"([a-zA-Z0-9][a-zA-Z0-9-]*)?[a-zA-Z0-9]+")
MOMENT_PATTERN = re.compile(
    r"(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)?", re.ASCII
)
EMAIL_PATTERN = re.compile(r"[^@\s]+@[^@\s.]+(\.[^@\s.]+)+")
INT32_MOST = 2**31 - 1
INT64_MOST = 2**63 - 1


class Problem(Exception):
    """What is wrong with a request; `where` is a path such as notifications[0].typeName."""

    def __init__(self, where, message):
        super().__init__(f"{where}: {message}" if where else message)
        self.where = where
        self.message = message


def text(least=None, most=None, pattern=None, values=None, hint=None):
    def check(value, where):
        if not isinstance(value, str):
            raise Problem(where, "must be a string")
        if values is not None and value not in values:
            raise Problem(where, f"must be one of {', '.join(values)}")
        if least is not None and len(value) < least:
            raise Problem(where, f"must have at least {least} characters")
        if most is not None and len(value) > most:
            raise Problem(where, f"must have at most {most} characters")
        if pattern is not None and not pattern.fullmatch(value):
            raise Problem(where, hint or f"must match {pattern.pattern}")
        return value

    return check


def integer(least=-(2**31), most=INT32_MOST, values=None):
    def check(value, where):
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise Problem(where, "must be an integer")
        if values is not None and value not in values:
            raise Problem(where, f"must be one of {', '.join(map(str, values))}")
        if not least <= value <= most:
            raise Problem(where, f"must be between {least} and {most}")
        return value

    return check


def number(least=float("-inf"), most=float("inf")):
    def check(value, where):
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise Problem(where, "must be a number")
        if not least <= value <= most:
            raise Problem(where, f"must be between {least} and {most}")
        return value

    return check


def boolean(only=None):
    def check(value, where):
        if not isinstance(value, bool):
            raise Problem(where, "must be true or false")
        if only is not None and value is not only:
            raise Problem(where, f"can only be {str(only).lower()}")
        return value

    return check


def parse_moment(value):
    """A date-time of ISO 8601 as a moment in UTC; without a zone it is UTC already. None if it is no such thing."""
    found = MOMENT_PATTERN.fullmatch(value)
    if not found:
        return None
    day, clock, fraction, zone = found.groups()
    zone = "+00:00" if zone in (None, "Z", "z") else zone
    try:
        parsed = datetime.fromisoformat(f"{day}T{clock}.{((fraction or '.0')[1:] + '000000')[:6]}{zone}")
        return parsed.astimezone(timezone.utc)
    except (ValueError, OverflowError):
        return None


def moment():
    def check(value, where):
        parsed = parse_moment(value) if isinstance(value, str) else None
        if parsed is None:
            raise Problem(where, "must be a date-time of ISO 8601, such as 2031-05-01T12:00:00Z")
        return parsed

    return check


def record_id():
    return text(pattern=ID_PATTERN, hint="must be an id: 24 characters of a-f and 0-9")


def cluster_name():
    return text(least=1, most=64, pattern=CLUSTER_NAME_PATTERN, hint="must be a cluster name: letters, digits, hyphens")


def email():
    return text(most=254, pattern=EMAIL_PATTERN, hint="must be an e-mail address")


def ip_or_range():
    def check(value, where):
        try:
            if not isinstance(value, str):
                raise ValueError
            ipaddress.ip_network(value, strict=False)
        except ValueError:
            raise Problem(where, "must be an IP address or a range in CIDR form") from None
        return value

    return check


def array(item, least=0, most=None):
    def check(value, where):
        if not isinstance(value, list):
            raise Problem(where, "must be an array")
        if len(value) < least:
            raise Problem(where, f"must have at least {least} item{'s' if least > 1 else ''}")
        if most is not None and len(value) > most:
            raise Problem(where, f"must have at most {most} item{'s' if most > 1 else ''}")
        return [item(one, f"{where}[{at}]") for at, one in enumerate(value)]

    return check


def mapping(item):
    def check(value, where):
        if not isinstance(value, dict):
            raise Problem(where, "must be an object")
        return {name: item(one, f"{where}.{name}") for name, one in value.items()}

    return check


def anything():
    return lambda value, where: value


def record(fields, required=(), ignored=(), is_open=False, also=None):
    """An object. Null is as good as absent; `ignored` members are response-only; `also` looks at the whole of it."""

    def check(value, where):
        if not isinstance(value, dict):
            raise Problem(where, "must be an object")
        kept = {}
        for name, one in value.items():
            here = f"{where}.{name}" if where else name
            if name in fields:
                if one is not None:
                    kept[name] = fields[name](one, here)
            elif is_open:
                kept[name] = one
            elif name not in ignored and not HABITS.contrary:
                raise Problem(here, "is not a known field")
        for name in required:
            if name not in kept:
                raise Problem(f"{where}.{name}" if where else name, "is required")
        if also is not None:
            also(kept, where)
        return kept

    return check


# --------------------------------------------------------------------------------------------------------- query values


def query_boolean(value, where):
    if value not in ("true", "false"):
        raise Problem(where, "must be true or false")
    return value == "true"


def query_integer(least, most):
    def check(value, where):
        if not re.fullmatch(r"-?\d{1,30}", value, re.ASCII):
            raise Problem(where, "must be an integer")
        if not least <= int(value) <= most:
            raise Problem(where, f"must be between {least} and {most}")
        return int(value)

    return check


def query_ipv4(value, where):
    try:
        return str(ipaddress.IPv4Address(value))
    except ValueError:
        raise Problem(where, "must be one IPv4 address") from None


def query_enum(*values):
    return text(values=values)
