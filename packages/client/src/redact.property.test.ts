import fc from "fast-check";
import { expect, it } from "vitest";
import { Redactor } from "./redact.ts";

/**
 * The characters of a secret that may remain: three. Under four characters it is not a secret, and base64 shares less
 * than one character with its neighbours at each end.
 */
const LEFT = 3;

/** The text around a secret has none of these, so a run of them can only come from the secret. */
const special = [
  '"',
  "'",
  "\\",
  "%",
  "&",
  "<",
  ">",
  "/",
  "+",
  "=",
  " ",
  "$",
  "{",
  "}",
  "~",
  "ä",
  "€",
  "😀",
  "%7E",
  "%2",
  "${",
  "&lt;",
  "\\n",
  "\\u20ac",
] as const;
/** No hexadecimal digits, because escape notations use them. */
const plain = [..."ghijkpqvwxGHIJKPQVWX"];
const secrets = fc
  .array(fc.oneof(fc.constantFrom(...special), fc.constantFrom(...plain)), { minLength: 4, maxLength: 40 })
  .map((parts) => parts.join(""))
  // A secret of escapes alone may decode to one or two characters, which occur everywhere.
  .filter((secret) => /[g-xG-X]{4}/u.test(secret.replace(/%..|&lt;|\\u20ac|\\n/gu, "")));

const unit = (one: string): string => one.charCodeAt(0).toString(16).padStart(4, "0");
const bytesOf = (text: string): readonly string[] =>
  [...Buffer.from(text)].map((byte) => byte.toString(16).padStart(2, "0"));
const NAMES: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

const escapes: Readonly<Record<string, (text: string) => string>> = {
  percent: (text) => encodeURIComponent(text),
  "percent in lower case": (text) => encodeURIComponent(text).replace(/%../g, (one) => one.toLowerCase()),
  "percent of every byte": (text) =>
    bytesOf(text)
      .map((byte) => `%${byte}`)
      .join(""),
  json: (text) => JSON.stringify(text).slice(1, -1),
  "json with \\/": (text) => JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
  "\\u": (text) => text.replace(/[\s\S]/g, (one) => `\\u${unit(one)}`),
  "\\u in upper case": (text) => text.replace(/[\s\S]/g, (one) => `\\u${unit(one).toUpperCase()}`),
  pointer: (text) => text.replaceAll("~", "~0").replaceAll("/", "~1"),
  "html by name": (text) => text.replace(/[&<>"']/g, (one) => `&${NAMES[one]};`),
  "html by number": (text) => text.replace(/[^\w ]/gu, (one) => `&#${one.codePointAt(0)};`),
  "html by hexadecimal number": (text) => text.replace(/[^\w ]/gu, (one) => `&#x${one.codePointAt(0)?.toString(16)};`),
};
const codes: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  "within quotes of a shell": (text) => text.replaceAll("'", "'\\''"),
  form: (text) => new URLSearchParams({ x: text }).toString().slice(2),
  hex: (text) => bytesOf(text).join(""),
  HEX: (text) => bytesOf(text).join("").toUpperCase(),
  base64: (text) => Buffer.from(text).toString("base64"),
  "base64 behind one": (text) => Buffer.from(`:${text}:`).toString("base64"),
  "base64 behind two": (text) => Buffer.from(`::${text};;`).toString("base64"),
  base64url: (text) => Buffer.from(`l:${text}`).toString("base64url"),
};

/** Every text that results from undoing any of the encodings, up to four times. */
function readings(text: string): ReadonlySet<string> {
  const all = new Set([text]);
  let newest = [text];
  for (let depth = 0; depth < 3; depth += 1) {
    newest = newest.flatMap(undone).filter((one) => !all.has(one));
    for (const one of newest) all.add(one);
  }
  for (const one of [...all]) {
    for (const run of one.match(/[A-Za-z0-9+/_-]{5,}/g) ?? [])
      for (const skip of [0, 1, 2, 3]) all.add(Buffer.from(run.slice(skip), "base64").toString());
    for (const run of one.match(/[0-9a-f]{8,}/gi) ?? [])
      for (const skip of [0, 1]) all.add(Buffer.from(run.slice(skip), "hex").toString());
  }
  return all;
}

function undone(text: string): readonly string[] {
  const bytes = text.replace(/((?:%[0-9a-f]{2})+)/gi, (run) => Buffer.from(run.replaceAll("%", ""), "hex").toString());
  const units = text.replace(/\\+u([0-9a-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  const marks = text.replace(/\\(["\\/])/g, "$1");
  const references = text
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name) => Object.entries(NAMES).find(([, one]) => one === name)?.[0] ?? "");
  const shell = text.replaceAll("'\\''", "'");
  const pointer = text.replaceAll("~1", "/").replaceAll("~0", "~");
  return [bytes, units, marks, references, pointer, shell, text.replaceAll("+", " ")];
}

/** The longest run of a secret that appears in a text. */
function longestRun(secret: string, texts: ReadonlySet<string>): string {
  const whole = [...texts].join("\n\n");
  let longest = "";
  for (let at = 0; at < secret.length; at += 1)
    while (at + longest.length < secret.length && whole.includes(secret.slice(at, at + longest.length + 1)))
      longest = secret.slice(at, at + longest.length + 1);
  return longest;
}

const wrapped = fc.record({
  secret: secrets,
  code: fc.constantFrom(...Object.keys(codes)),
  escapes: fc.array(fc.constantFrom(...Object.keys(escapes)), { maxLength: 2 }),
  before: fc.constantFrom("", "token ", '{"name":"', "/path/?q=", "%20", "\\", "::", "zz"),
  after: fc.constantFrom("", " token", '"}', "&x=1", "#", " \\", ".", "zz"),
  from: fc.nat(60),
  length: fc.nat(400),
});

it("leaves no more than three characters of a secret, whatever it was encoded as, wherever it stands and is cut", () => {
  fc.assert(
    fc.property(wrapped, ({ secret, code, escapes: names, before, after, from, length }) => {
      const encoded = names.reduce((text, name) => escapes[name]?.(text) ?? "", codes[code]?.(secret) ?? "");
      // Before such a letter, a backslash makes an escape, and no reader could recover the letter.
      fc.pre(before !== "\\" || !/^[bfnrtu]/.test(encoded));
      const redactor = new Redactor();
      redactor.learn(secret);
      const shown = redactor.text(before + encoded + after);
      for (const part of [shown, shown.slice(from, from + length)])
        expect(longestRun(secret, readings(part)).length, `${shown} of ${secret}`).toBeLessThanOrEqual(LEFT);
    }),
    { numRuns: 2_000 },
  );
});
