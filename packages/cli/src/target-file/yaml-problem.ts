import type { ErrorCode } from "yaml";

/**
 * Describes a mistake in a YAML text without quoting it. The parser's own messages quote the file, and a secret that
 * begins with a character reserved by YAML is one of these mistakes.
 */
export function yamlProblem(code: ErrorCode): string {
  return WORDS[code] ?? "this is not YAML";
}

const QUOTES = "put a text that begins with this character into quotes";
const ONE_LINE = "write a name on one line, followed by a colon and a space";

const WORDS: Readonly<Partial<Record<ErrorCode, string>>> = {
  BAD_ALIAS: `an alias (*) or an anchor (&) is incomplete; ${QUOTES}`,
  BAD_DQ_ESCAPE: "a backslash in double quotes begins no valid escape; double it, or use single quotes",
  BAD_INDENT: "the indentation does not match the lines above",
  BAD_SCALAR_START: `a text begins with a reserved character (@ or \`); ${QUOTES}`,
  BLOCK_AS_IMPLICIT_KEY: ONE_LINE,
  DUPLICATE_KEY: "the same name appears twice",
  MISSING_CHAR: "a comma, a quote, a bracket or a space is missing",
  MULTILINE_IMPLICIT_KEY: ONE_LINE,
  MULTIPLE_DOCS: "the file has more than one document; remove the lines with ---",
  TAB_AS_INDENT: "YAML cannot be indented with tabs; use spaces",
  TAG_RESOLVE_FAILED: `a tag (!) is not known; ${QUOTES}`,
  UNEXPECTED_TOKEN: "unexpected text; put texts with special characters of YAML into quotes",
};
