"""What bodies about search must look like: custom analyzers, and indexes in their two forms."""

from validation import Problem, anything, array, boolean, integer, mapping, record, text

PREFIX = "engine"
LANGUAGES = (
    "arabic armenian basque bengali brazilian bulgarian catalan chinese cjk czech danish dutch english finnish french "
    "galician german greek hindi hungarian indonesian irish italian japanese korean kuromoji latvian lithuanian "
    "morfologik nori norwegian persian portuguese romanian russian smartcn sorani spanish swedish thai "
    "turkish ukrainian"
).split()
BUILT_IN = {f"{PREFIX}.{name}" for name in ("standard", "simple", "whitespace", "keyword", *LANGUAGES)}
FORBIDDEN_PREFIXES = (f"{PREFIX}.", "builtin.", "vendor.")
CHAR_FILTERS = ("htmlStrip", "icuNormalize", "mapping", "persian")
TOKEN_FILTERS = (
    "asciiFolding daitchMokotoffSoundex edgeGram englishPossessive flattenGraph icuFolding icuNormalizer kStemming "
    "length lowercase nGram porterStemming regex reverse shingle snowballStemming spanishPluralStemming stempel stopword "
    "trim wordDelimiterGraph"
).split()
TOKENIZERS = "edgeGram keyword nGram regexCaptureGroup regexSplit standard uaxUrlEmail whitespace".split()
GRAMS = ("edgeGram", "nGram")


def grams(body, where):
    if body["type"] in GRAMS:
        for name in ("minGram", "maxGram"):
            if name not in body:
                raise Problem(f"{where}.{name}", "is required for grams")
        if body["minGram"] > body["maxGram"]:
            raise Problem(f"{where}.minGram", "is greater than maxGram")


def analyzer_name(value, where):
    value = text(least=1, most=256)(value, where)
    if value.lower().startswith(FORBIDDEN_PREFIXES):
        raise Problem(where, f"must not begin with {', '.join(FORBIDDEN_PREFIXES)}")
    return value


def unique_names(items, where, what):
    names = [one["name"] for one in items]
    if len(names) != len(set(names)):
        raise Problem(where, f"the names of {what} must differ")


CUSTOM_ANALYZER = record(
    {
        "name": analyzer_name,
        "charFilters": array(
            record(
                {"type": text(values=CHAR_FILTERS), "ignoredTags": array(text())}, required=["type"], is_open=True
            )
        ),
        "tokenFilters": array(
            record(
                {
                    "type": text(values=TOKEN_FILTERS),
                    "originalTokens": text(values=("omit", "include")),
                    "minGram": integer(least=1),
                    "maxGram": integer(least=1),
                },
                required=["type"],
                is_open=True,
            )
        ),
        "tokenizer": record(
            {"type": text(values=TOKENIZERS), "minGram": integer(least=1), "maxGram": integer(least=1)},
            required=["type"],
            is_open=True,
            also=grams,
        ),
    },
    required=["name", "tokenizer"],
)


def custom_analyzers(value, where):
    kept = array(CUSTOM_ANALYZER)(value, where)
    unique_names(kept, where or "body", "analyzers")
    return kept


DEFINED_ANALYZER = record(
    {
        "name": analyzer_name,
        "charFilters": array(mapping(anything())),
        "tokenFilters": array(mapping(anything())),
        "tokenizer": mapping(anything()),
    },
    required=["name", "tokenizer"],
)


def defined_analyzers(value, where):
    kept = array(DEFINED_ANALYZER)(value, where)
    unique_names(kept, where, "analyzers")
    return kept


def stored_source(value, where):
    if isinstance(value, bool):
        return value
    kept = record({"include": array(text(least=1)), "exclude": array(text(least=1))})(value, where)
    if len(kept) != 1:
        raise Problem(where, "holds either include or exclude")
    return kept


SYNONYM = record(
    {
        "analyzer": text(least=1),
        "name": text(least=1),
        "source": record({"collection": text(least=1)}, required=["collection"]),
    },
    required=["analyzer", "name", "source"],
)


def synonyms(value, where):
    kept = array(SYNONYM)(value, where)
    unique_names(kept, where, "synonym mappings")
    return kept


MAPPINGS = record({"dynamic": boolean(), "fields": mapping(anything())})


def check_analyzers(body, where, of_cluster):
    """Analyzers that are named are built in, stand next to their use, or are those of the cluster."""
    own = {one["name"] for one in [*body.get("analyzers", []), *of_cluster]}
    used = [(name, body[name]) for name in ("analyzer", "searchAnalyzer") if name in body]
    used += [(f"synonyms[{at}].analyzer", one["analyzer"]) for at, one in enumerate(body.get("synonyms", []))]
    for name, analyzer in used:
        if analyzer not in own and analyzer not in BUILT_IN:
            raise Problem(f"{where}.{name}" if where else name, f"no analyzer is named {analyzer}")


def definition_fields(analyzers):
    return {
        "analyzer": text(least=1),
        "analyzers": analyzers,
        "mappings": MAPPINGS,
        "searchAnalyzer": text(least=1),
        "storedSource": stored_source,
        "synonyms": synonyms,
    }


TEXT_DEFINITION = record(definition_fields(defined_analyzers))


def has_vector(kept, where):
    if not any(one.get("type") == "vector" for one in kept["fields"]):
        raise Problem(f"{where}.fields", "has no field of type vector")


VECTOR_DEFINITION = record(
    {"fields": array(record({"type": text(values=("vector", "filter"))}, required=["type"], is_open=True), least=1)},
    required=["fields"],
    also=has_vector,
)


def any_definition(value, where):
    is_vector = isinstance(value, dict) and "fields" in value
    return (VECTOR_DEFINITION if is_vector else TEXT_DEFINITION)(value, where)


NAMES = {
    "collectionName": text(least=1, most=255),
    "database": text(least=1, most=63),
    "name": text(least=1, most=255),
    "type": text(values=("search", "vectorSearch")),
}
NAMED = ["collectionName", "database", "name"]
FLAT = record(
    {**NAMES, **definition_fields(custom_analyzers)},
    required=NAMED,
    ignored=["indexID", "status"],
)
DEFINED = record({**NAMES, "definition": any_definition}, required=[*NAMED, "definition"])


def either_form(value, where):
    """The flat form remains as a legacy variant; a body without its own fields meant the definition form."""
    flat = set(definition_fields(None))
    is_flat = isinstance(value, dict) and "definition" not in value and flat & set(value)
    return (FLAT if is_flat else DEFINED)(value, where)


UPDATE = record({"definition": any_definition}, required=["definition"])
