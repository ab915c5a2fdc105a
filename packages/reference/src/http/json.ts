/** No resource nests deeper than ten; a hundred leaves room and keeps the stack safe. */
const DEEPEST = 100;

export type JsonReading =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "malformed"; readonly detail: string };

const malformed = (detail: string): JsonReading => ({ kind: "malformed", detail });

/**
 * A JSON text (RFC 8259) read strictly: UTF-8 without a byte order mark, no member name twice in one object, nesting
 * bounded. The parser's own message is not passed on: it quotes what was sent.
 */
export function readJson(bytes: Uint8Array): JsonReading {
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return malformed("The body is not valid UTF-8.");
  }
  try {
    value = JSON.parse(text);
  } catch {
    return malformed("The body is not valid JSON.");
  }
  const flaw = inspect(text);
  return flaw === undefined ? { kind: "value", value } : malformed(flaw);
}

/** What the parser lets through; one pass by hand, because an expression for strings takes quadratic time on some texts. */
function inspect(text: string): string | undefined {
  /** The names seen in each enclosing object; nothing for an array. */
  const enclosing: (Set<string> | undefined)[] = [];
  let lastString = "";
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case '"': {
        const end = endOfString(text, at);
        lastString = text.slice(at, end + 1);
        at = end;
        break;
      }
      case "{":
      case "[":
        enclosing.push(text[at] === "{" ? new Set() : undefined);
        if (enclosing.length > DEEPEST) return `The body nests deeper than ${DEEPEST} levels.`;
        break;
      case "}":
      case "]":
        enclosing.pop();
        break;
      case ":": {
        const name = String(JSON.parse(lastString));
        if (enclosing.at(-1)?.has(name)) return "An object in the body names a member twice.";
        enclosing.at(-1)?.add(name);
        break;
      }
    }
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
