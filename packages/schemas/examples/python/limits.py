"""Uses an exported OpenAPI document as data, with the standard library alone.

    plumbline export --plain --interface 2 > openapi.json
    python3 limits.py openapi.json
    python3 limits.py openapi.json getAlertV2 groupId=32b6e34b3d91647abb20e7b8 alertId=none

The first lists the operations. The second builds the address of one and says which values break a limit that the document
states for them, before anything is sent. Whoever has the package jsonschema holds whole bodies against the schemas of the
document with it; here are the parameters, which need no more than this.
"""

import json
import re
import sys
from urllib.parse import quote, urlencode


def matches(pattern, text):
    """Whether a pattern of JSON Schema, which is one of JavaScript, finds something in a text.

    Python's own reading differs in two points: its "$" also stands before a line break at the end, and its "\\d" is any digit
    of any script.
    """
    return re.search(re.sub(r"(?<!\\)\$$", r"\\Z", pattern), text, re.ASCII) is not None


def resolved(document, part):
    """The part, or what it refers to within the document."""
    while "$ref" in part:
        target = document
        for name in part["$ref"].removeprefix("#/").split("/"):
            target = target[name.replace("~1", "/").replace("~0", "~")]
        part = target
    return part


def operations(document):
    """Method, path and description of each operation, by its id."""
    return {
        operation["operationId"]: (method.upper(), path, operation)
        for path, item in document["paths"].items()
        for method, operation in item.items()
    }


def broken(schema, text):
    """The limits that a text breaks as the value of a parameter."""
    kinds = schema.get("type", "string")
    if kinds == "integer":
        if not re.fullmatch(r"-?[0-9]+", text):
            return ["type"]
        number = int(text)
        limits = {"minimum": lambda least: number >= least, "maximum": lambda most: number <= most}
    elif kinds == "boolean":
        return [] if text in ("true", "false") else ["type"]
    else:
        limits = {
            "enum": lambda values: text in values,
            "minLength": lambda least: len(text) >= least,
            "maxLength": lambda most: len(text) <= most,
            "pattern": lambda pattern: matches(pattern, text),
        }
    return [keyword for keyword, holds in limits.items() if keyword in schema and not holds(schema[keyword])]


def address(document, operation_id, values):
    """Method, path with its query, and the limits that the values break."""
    method, path, operation = operations(document)[operation_id]
    problems, query = [], {}
    for part in operation["parameters"]:
        parameter = resolved(document, part)
        name, text = parameter["name"], values.get(parameter["name"])
        if text is None:
            problems += [f"{name} is missing"] if parameter["required"] else []
            continue
        problems += [f"{name} breaks {limit}" for limit in broken(resolved(document, parameter["schema"]), text)]
        if parameter["in"] == "path":
            path = path.replace("{" + name + "}", quote(text, safe=""))
        else:
            query[name] = text
    return method, path + (f"?{urlencode(query)}" if query else ""), problems


def main(file, operation_id=None, *given):
    with open(file, encoding="utf-8") as source:
        document = json.load(source)
    if operation_id is None:
        for name, (method, path, operation) in operations(document).items():
            print(f"{name:40} {method:6} {path}")
        return 0
    method, url, problems = address(document, operation_id, dict(pair.split("=", 1) for pair in given))
    print(method, url)
    for problem in problems:
        print(f"  {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) > 1 else __doc__)
