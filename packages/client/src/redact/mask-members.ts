import { MASK } from "./mask-header.ts";

// Names by their end, so that prefixes a profile or a vendor adds (datadogApiKey, slackApiToken) are covered too.
const SECRET_NAME = String.raw`[\w$.-]{0,64}?(?:token|secret|password|passwd|api[_-]?key|private[_-]?key|routing[_-]?key|service[_-]?key|secret[_-]?access[_-]?key|webhook[_-]?url)`;
// One expression for texts and numbers: the names are what takes the time.
const JSON_MEMBER = new RegExp(String.raw`("${SECRET_NAME}"\s*:\s*)(?:"((?:[^"\\]|\\.)*)|-?\d[\d.eE+-]*)`, "gis");
/** JSON that stands in a text of JSON, once or several times over: its quotes are escaped. */
const ESCAPED_MEMBER = new RegExp(
  String.raw`((\\{1,15})"${SECRET_NAME}\2"\s*:\s*)(?:\2"((?:(?!\2")[^])*)|-?\d[\d.eE+-]*)`,
  "gi",
);
const FORM_MEMBER = new RegExp(String.raw`((?:^|[?&;\s])${SECRET_NAME}=)([^&;#\s"'<>]+)`, "gi");
// Cheap test that spares most texts the two expressions above.
const ANY = /token|secret|passw|key"?\s*[:=]|webhook[_-]?url/i;

/**
 * Masks the values of members whose name says they are secret, in JSON and in forms, without parsing: a body that is
 * cut off or broken gives away nothing either. JSON stays JSON. Names such as `tokenFilters` do not end in a secret.
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
