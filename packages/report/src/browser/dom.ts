import { HIDDEN_CHARACTERS, numberOf } from "../text/visible.ts";

const HIDDEN = new RegExp(`(${HIDDEN_CHARACTERS})`, "u");

type Child = Node | string | undefined;

/** An element with attributes and children; texts become text nodes and can never become markup. */
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

/** The element of that id, which the page was written with. @throws Error when it is missing or of another kind. */
export function byId<Kind extends HTMLElement>(id: string, kind: abstract new () => Kind): Kind {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`The page has no ${kind.name} with the id ${id}`);
}

/** Pieces of a text that a target supplied, hidden characters among them as labelled tags. */
export function wirePieces(text: string): readonly (Node | string)[] {
  return text
    .split(HIDDEN)
    .map((piece, index) =>
      index % 2 === 1 && piece !== "\n" && piece !== "\t"
        ? el("span", { class: "hidden-char" }, numberOf(piece))
        : piece,
    );
}

/** A text that a target supplied, kept apart from the direction and spacing of what stands around it. */
export function wire(text: string): HTMLElement {
  return el("span", { class: "wire" }, ...wirePieces(text));
}

/** Says something to those who listen to the page rather than look at it. */
export function announce(words: string): void {
  byId("announcer", HTMLElement).textContent = words;
}
