import { HIDDEN_CHARACTERS, numberOf } from "../text/visible.ts";

const HIDDEN = new RegExp(`(${HIDDEN_CHARACTERS})`, "u");

type Child = Node | string | undefined;

/** Creates an element with attributes and children. Texts become text nodes and can never become markup. */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/**
 * Returns the element with that id, which the page was written with.
 * @throws Error when it is missing or of another kind.
 */
export function byId<Kind extends HTMLElement>(id: string, kind: abstract new () => Kind): Kind {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`The page has no ${kind.name} with the id ${id}`);
}

/** Splits a text from a target into pieces: hidden characters become labelled tags. */
export function wirePieces(text: string): readonly (Node | string)[] {
  return text
    .split(HIDDEN)
    .map((piece, index) =>
      index % 2 === 1 && piece !== "\n" && piece !== "\t"
        ? el("span", { class: "hidden-char" }, numberOf(piece))
        : piece,
    );
}

/** A text from a target, isolated from the direction and spacing of the text around it. */
export function wire(text: string): HTMLElement {
  return el("span", { class: "wire" }, ...wirePieces(text));
}

/** Announces a text to users of screen readers. */
export function announce(words: string): void {
  byId("announcer", HTMLElement).textContent = words;
}
