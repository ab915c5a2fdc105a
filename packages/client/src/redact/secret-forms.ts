import { decoded } from "./decoded.ts";

// Shorter secrets would mask half of every text.
const SHORTEST = 4;
/** The most layers of escapes that a secret itself may have, such as `%2541`. */
const DEEPEST = 4;

/**
 * The texts by which the redactor recognises a secret: as it is, as its UTF-8 read as Latin-1, form-encoded, as base64
 * and hexadecimal digits in the middle of other text, and with a user name the pair in base64. Each also appears with
 * its escapes resolved, because the redactor searches a text again after resolving the text's own escapes. So it finds
 * a secret with `%41` also as `&#37;41`, which resolves to `A`. Percent, HTML and JSON escapes need no forms for the
 * same reason.
 */
export function secretForms(secret: string, username?: string): readonly string[] {
  const forms = new Set<string>(username === undefined ? [] : pairForms(username, secret));
  if (secret.length >= SHORTEST) {
    const latin = Buffer.from(secret, "utf8").toString("latin1");
    const form = new URLSearchParams([["", secret]]).toString().slice(1);
    const json = JSON.stringify(secret).slice(1, -1);
    for (const text of [secret, latin, form, json]) forms.add(text);
    for (const text of new Set([secret, json])) {
      for (const digits of hex(text)) forms.add(digits);
      for (const fragment of base64Fragments(text)) forms.add(fragment).add(urlSafe(fragment));
    }
  }
  return [...new Set([...forms].flatMap(resolutions))].filter((form) => form.length >= SHORTEST);
}

/** The texts by which the redactor recognises a user name with its password, for any password. */
export function pairForms(username: string, secret: string): readonly string[] {
  const pair = base64(`${username}:${secret}`);
  // A server may repeat a whole header in base64, which encodes the pair a second time.
  return [pair, urlSafe(pair), ...base64Fragments(pair), ...hex(pair)];
}

/** A text, and its results after resolving its escapes again and again. */
function resolutions(text: string): readonly string[] {
  const all = new Set([text]);
  for (const escapes of ["all", "ofPages"] as const)
    for (let [last, depth] = [text, 0]; depth < DEEPEST; depth += 1) {
      last = decoded(last, escapes);
      all.add(last);
    }
  return [...all];
}

/** The secret's base64 at each of the three alignments, without the digits that it shares with its neighbours. */
function base64Fragments(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, "utf8");
  return [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const start = [0, 2, 3][shift] ?? 0;
    const end = (shift + bytes.length) % 3 === 0 ? text.length : text.length - 1;
    return text.slice(start, end);
  });
}

function base64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64").replace(/=+$/, "");
}

function urlSafe(text: string): string {
  return text.replaceAll("+", "-").replaceAll("/", "_");
}

function hex(text: string): readonly string[] {
  const digits = Buffer.from(text, "utf8").toString("hex");
  return [digits, digits.toUpperCase()];
}
