import { visible } from "../text/visible.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
  "\t": "&#9;",
};

/**
 * The attributes of a start tag. Line feeds become character references, because a parser would turn them into spaces.
 */
export function xmlAttributes(attributes: Readonly<Record<string, string | number>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${visible(String(value)).replace(/[&<>"\n\t]/gu, entity)}"`)
    .join("");
}

/** Character data. Characters that XML 1.0 forbids (section 2.2) are made visible. */
export function xmlText(text: string): string {
  return visible(text).replace(/[&<>]/gu, entity);
}

function entity(character: string): string {
  return ENTITIES[character] ?? character;
}
