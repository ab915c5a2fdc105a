import { MASK } from "./mask-header.ts";

// Matches the end of names, to include prefixes of a profile or a vendor (datadogApiKey, slackApiToken).
const SECRET_NAME = String.raw`[\w$.-]{0,64}?(?:token|secret|password|passwd|api[_-]?key|private[_-]?key|routing[_-]?key|service[_-]?key|secret[_-]?access[_-]?key|webhook[_-]?url)`;
// One expression for strings and numbers, because matching the names takes the time.
const JSON_MEMBER = new RegExp(String.raw`("${SECRET_NAME}"\s*:\s*)(?:"((?:[^"\\]|\\.)*)|-?\d[\d.eE+-]*)`, "gis");
/** Members of JSON within a JSON string, at any depth: its quotes are escaped. */
const ESCAPED_MEMBER = new RegExp(
  String.raw`((\\{1,15})"${SECRET_NAME}\2"\s*:\s*)(?:\2"((?:(?!\2")[^])*)|-?\d[\d.eE+-]*)`,
  "gi",
);
const FORM_MEMBER = new RegExp(String.raw`((?:^|[?&;\s])${SECRET_NAME}=)([^&;#\s"'<>]+)`, "gi");
// A cheap test, so that most texts skip the expressions above.
const ANY = /token|secret|passw|key"?\s*[:=]|webhook[_-]?url/i;

/**
 * Masks the values of members whose name says that they are secret, in JSON and in forms. It does not parse, so it also
 * protects a body that is cut off or broken. JSON stays valid JSON. Names such as `tokenFilters` do not match, because
 * they do not end in a secret's name.
 */
export function maskMembers(text: string): string {
  if (!ANY.test(text)) return text;
  const flat = text.includes('\\"') ? maskEscaped(text) : text;
  return flat
    .replace(JSON_MEMBER, (whole, head: string, value: string | undefined) => {
      if (value === undefined) return `${head}"${MASK}"`;
      return value === "" ? whole : `${head}"${MASK}`;
    })
    .replace(FORM_MEMBER, `$1${MASK}`);
}

const maskEscaped = (text: string): string =>
  text.replace(ESCAPED_MEMBER, (whole, head: string, marks: string, value: string | undefined) => {
    if (value === undefined) return `${head}${marks}"${MASK}${marks}"`;
    return value === "" ? whole : `${head}${marks}"${MASK}`;
  });
