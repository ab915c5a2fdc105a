import { HIDDEN_CHARACTERS, numberOf, visible } from "../../text/visible.ts";

/** Markup that is safe to embed. Only `html`, `wire` and `joined` make it from text. */
export class Markup {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Part = string | number | Markup | readonly Markup[] | undefined;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const NOT_EMBEDDED = new RegExp(`[<>&]|${HIDDEN_CHARACTERS}`, "gu");
const PLAIN = /^[\x20-\x7e]*$/u;
const MARKUP = /[<>&]/gu;
const HIDDEN = new RegExp(`(${HIDDEN_CHARACTERS})`, "gu");

/** A template that escapes its values for text and for quoted attributes; `undefined` becomes an empty text. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.map((text, index) => text + sourceOf(parts[index])).join(""));
}

/**
 * A text from a target or a set-up, isolated from the text around it, with hidden characters shown as tags. Not for
 * attributes.
 */
export function wire(text: string): Markup {
  const pieces = text
    .split(HIDDEN)
    .map((piece, index) =>
      index % 2 === 0 || piece === "\n" || piece === "\t"
        ? escapeHtml(piece)
        : `<span class="hidden-char">${numberOf(piece)}</span>`,
    );
  return new Markup(`<span class="wire">${pieces.join("")}</span>`);
}

/** Escapes the five special characters of HTML, after hidden characters have been made visible. */
export function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"']/gu, (character) => ENTITIES[character] ?? character);
}

/**
 * JSON for a `<script type="application/json">`. It can neither end the element nor open a comment, and contains no
 * characters that change the reading order of the page's source.
 */
export function embeddedJson(value: unknown): Markup {
  const text = JSON.stringify(value);
  // Unicode classes are slow on megabytes, and nearly no report needs them.
  return new Markup(text.replace(PLAIN.test(text) ? MARKUP : NOT_EMBEDDED, unitsOf));
}

function unitsOf(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
  }).join("");
}

function sourceOf(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Markup) return part.source;
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part));
  return part.map(({ source }) => source).join("");
}
