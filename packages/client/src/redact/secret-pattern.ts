// Secrets shorter than this would mask half of every text.
const SHORTEST = 4;
// A base64 fragment this short occurs by chance.
const SHORTEST_FRAGMENT = 8;

/**
 * The forms in which a secret turns up literally: as it is, with its bytes percent-encoded or form-encoded, as the inside
 * of a JSON string, and in base64: of `username:secret`, and what base64 makes of it in the middle of any other text.
 */
export function literalForms(secret: string, username?: string): readonly string[] {
  const forms = new Set<string>();
  if (username !== undefined) {
    const pair = base64(`${username}:${secret}`);
    forms.add(pair).add(urlSafe(pair));
    // A header that is repeated as a whole may be so in base64, the pair in it for the second time.
    for (const fragment of base64Fragments(pair)) if (fragment.length >= SHORTEST_FRAGMENT) forms.add(fragment);
  }
  if (secret.length < SHORTEST) return [...forms];
  const json = JSON.stringify(secret).slice(1, -1);
  forms.add(secret).add(Buffer.from(secret, "utf8").toString("latin1")).add(json).add(json.replaceAll("/", "\\/"));
  // Through a buffer: a lone surrogate makes encodeURIComponent throw.
  forms.add(encodeURIComponent(Buffer.from(secret, "utf8").toString("utf8")));
  forms.add(new URLSearchParams([["", secret]]).toString().slice(1));
  for (const fragment of base64Fragments(secret)) {
    if (fragment.length >= SHORTEST_FRAGMENT) forms.add(fragment).add(urlSafe(fragment));
  }
  return [...forms].filter((form) => form.length >= SHORTEST);
}

/**
 * Regular expressions for the secret with each character written plainly, percent-encoded, as a \u escape or as a
 * character reference, in any mixture: whatever an echo may have made of it.
 */
export function elasticForms(secret: string): readonly string[] {
  if (secret.length < SHORTEST) return [];
  const readings = new Set([secret, Buffer.from(secret, "utf8").toString("latin1")]);
  return [...readings].map((text) =>
    (text.match(/\\+|[^\\]/gu) ?? [])
      .map((part, at) =>
        part.startsWith("\\") ? backslashes(part.length, at === 0) : elasticCharacter(part, at === 0),
      )
      .join(""),
  );
}

/**
 * The backslashes of an escape, however many levels of JSON in JSON have doubled them. At the start of a secret the whole
 * run of them, tried from its first only; inside it at most sixteen: so a body of backslashes takes linear time.
 */
function slashes(atStart: boolean, least = 1): string {
  return atStart ? `(?<!\\\\)\\\\{${least},}` : `\\\\{${least},${16 * least}}`;
}

/** A run of them is one repetition: a row of optional ones could be matched in exponentially many ways. */
function backslashes(length: number, atStart: boolean): string {
  return `(?:${slashes(atStart, length)}|(?:%5[cC]|${slashes(atStart)}u005[cC]|&#(?:92|[xX]5[cC]);){${length}})`;
}

function elasticCharacter(character: string, atStart: boolean): string {
  const units = Array.from({ length: character.length }, (_, at) => hex(character.charCodeAt(at), 4));
  const point = character.codePointAt(0) ?? 0;
  const short = SHORT_ESCAPES[character];
  const named = NAMED_REFERENCES[character];
  const ways = [
    escapeRegExp(character),
    Array.from(Buffer.from(character, "utf8"), (byte) => `%${hex(byte, 2)}`).join(""),
    units.map((unit, at) => `${slashes(atStart && at === 0)}u${unit}`).join(""),
    `&#(?:0{0,5}${point}|[xX]0{0,5}${hex(point, 1)});`,
    ...(short === undefined ? [] : [slashes(atStart) + short]),
    ...(named === undefined ? [] : [`&${named};`]),
    ...(character === " " ? ["\\+"] : []),
  ];
  return `(?:${ways.join("|")})`;
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "/": "/",
  "\b": "b",
  "\f": "f",
  "\n": "n",
  "\r": "r",
  "\t": "t",
};
const NAMED_REFERENCES: Readonly<Record<string, string>> = {
  '"': "quot",
  "&": "amp",
  "<": "lt",
  ">": "gt",
  "'": "apos",
};

/** What is left of the secret's base64 at each of the three alignments once the digits shared with neighbours are cut. */
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

/** Hexadecimal digits in either case, as a pattern. */
function hex(value: number, digits: number): string {
  const text = value.toString(16).padStart(digits, "0");
  return text.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}
