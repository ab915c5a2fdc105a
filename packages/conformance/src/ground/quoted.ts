import { preview } from "@plumbline/schemas/validate";

/**
 * Whatever quotes a target in a message is cut only after its secrets were masked: of a secret that a cut goes through, no
 * mask finds the half that is left. Oracles know of no secrets, so what they quote holds more than is shown, between signs
 * that say how much that is, and `shown` makes the cut once the text is masked. The signs stand in no text of JSON.
 */
const [BEGIN, BODY, END] = ["\u0002", "\u0003", "\u0002\u0003"];
const QUOTE = /\u0002(\d+)(\+?)\u0003([^\u0002]*)(\u0002\u0003)?/g;

/** What is kept beyond the cut, so that a secret that begins before it is seen as a whole; longer than any token is. */
const MARGIN = 2_048;

/** A value as JSON, to be cut so that a message stays one line. */
export function quoted(value: unknown, longest = 120): string {
  const text = preview(value, longest + 2 * MARGIN);
  const [counted = ""] = COUNTED.exec(text) ?? [];
  if (text.length - counted.length <= longest) return text;
  if (counted !== "") return quote(text.slice(0, -counted.length), longest, true) + counted;
  return `${quote(text, longest, false)}... (${text.length} characters)`;
}

const COUNTED = /\.{3} \((?:more than )?\d+ characters\)$/;

/** A text as it stands, to be cut; `ending` says that it was. */
export function quotedText(text: string, longest: number, ending = ""): string {
  if (text.length <= longest) return text;
  const kept = longest + 2 * MARGIN;
  return quote(text.slice(0, kept).replaceAll(SIGN, "\ufffd"), longest, text.length > kept) + ending;
}

const SIGN = /[\u0002\u0003]/g;

const quote = (text: string, longest: number, isCut: boolean): string =>
  `${BEGIN}${longest}${isCut ? "+" : ""}${BODY}${text}${END}`;

/** A message as it is shown: what it quotes is masked and then cut, and so is what else there is. */
export function shown(message: string, mask: (text: string) => string): string {
  if (!message.includes(BEGIN)) return mask(message);
  const cut = message.replace(QUOTE, (_, longest: string, more: string, text: string, end: string | undefined) => {
    const masked = mask(text);
    // Where the text itself ends in the middle, its end may be half a secret.
    const whole = more === "" && end !== undefined ? masked.length : Math.max(0, masked.length - MARGIN);
    return masked.slice(0, Math.min(Number(longest), whole));
  });
  return mask(cut);
}
