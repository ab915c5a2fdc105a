import type { ErrorCode } from "yaml";

/**
 * What is wrong with a YAML text, without any of it: the parser's own messages quote what stands there, and a secret that
 * begins with one of YAML's signs is such a mistake.
 */
export function yamlProblem(code: ErrorCode): string {
  return WORDS[code] ?? "this is no YAML";
}

const QUOTES = "put a text that begins with such a sign into quotes";
const ONE_LINE = "a name stands on one line, with a colon and a blank behind it";

const WORDS: Readonly<Partial<Record<ErrorCode, string>>> = {
  BAD_ALIAS: `an alias (*) or an anchor (&) is incomplete; ${QUOTES}`,
  BAD_DQ_ESCAPE: "a backslash in double quotes begins no escape; double it, or take single quotes",
  BAD_INDENT: "the indentation does not fit the lines above",
  BAD_SCALAR_START: `a text begins with a reserved sign (@ or \`); ${QUOTES}`,
  BLOCK_AS_IMPLICIT_KEY: ONE_LINE,
  DUPLICATE_KEY: "a name is there twice",
  MISSING_CHAR: "a comma, a quote, a bracket or a blank is missing",
  MULTILINE_IMPLICIT_KEY: ONE_LINE,
  MULTIPLE_DOCS: "there is more than one document; leave out the lines with ---",
  TAB_AS_INDENT: "tabs cannot indent; take blanks",
  TAG_RESOLVE_FAILED: `a tag (!) is not known; ${QUOTES}`,
  UNEXPECTED_TOKEN: "something stands here that does not belong; put texts with signs of YAML into quotes",
};
