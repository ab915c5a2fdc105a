import { preview } from "@plumbline/schemas/validate";

/**
 * A message cuts a quotation of the target only after its secrets are masked, because a mask cannot find half a secret.
 * Oracles know no secrets. They quote more than the report shows, between signs that state the length to show, and
 * `shown` makes the cut after masking. JSON text never contains these signs.
 */
const [BEGIN, BODY, END] = ["\u0002", "\u0003", "\u0002\u0003"];
const QUOTE = /\u0002(\d+)(\+?)\u0003([^\u0002]*)(\u0002\u0003)?/g;

/** Characters kept beyond the cut, so that a secret that begins before the cut is complete. Longer than any token. */
const MARGIN = 2_048;

/** A value as JSON, marked to be cut so that a message stays on one line. */
export function quoted(value: unknown, longest = 120): string {
  const text = preview(value, longest + 2 * MARGIN);
  const [counted = ""] = COUNTED.exec(text) ?? [];
  if (text.length - counted.length <= longest) return text;
  if (counted !== "") return quote(text.slice(0, -counted.length), longest, true) + counted;
  return `${quote(text, longest, false)}... (${text.length} characters)`;
}

const COUNTED = /\.{3} \((?:more than )?\d+ characters\)$/;

/** A text without change, marked to be cut; `ending` follows a text that is too long. */
export function quotedText(text: string, longest: number, ending = ""): string {
  if (text.length <= longest) return text;
  const kept = longest + 2 * MARGIN;
  return quote(text.slice(0, kept).replaceAll(SIGN, "\ufffd"), longest, text.length > kept) + ending;
}

const SIGN = /[\u0002\u0003]/g;

const quote = (text: string, longest: number, isCut: boolean): string =>
  `${BEGIN}${longest}${isCut ? "+" : ""}${BODY}${text}${END}`;

/** A message for the report: its quotations are masked and then cut, and the rest is masked. */
export function shown(message: string, mask: (text: string) => string): string {
  if (!message.includes(BEGIN)) return mask(message);
  const cut = message.replace(QUOTE, (_, longest: string, more: string, text: string, end: string | undefined) => {
    const masked = mask(text);
    // If the quoted text itself was cut, its end may be half a secret.
    const whole = more === "" && end !== undefined ? masked.length : Math.max(0, masked.length - MARGIN);
    return masked.slice(0, Math.min(Number(longest), whole));
  });
  return mask(cut);
}
