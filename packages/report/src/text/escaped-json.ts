import { HIDDEN_CHARACTERS } from "./visible.ts";

const HIDDEN = new RegExp(HIDDEN_CHARACTERS, "gu");

/** Equivalent JSON in which every hidden character is escaped, except the line feeds between values. */
export function escapedJson(json: string): string {
  return json.replace(HIDDEN, (character) => (character === "\n" ? character : escapesOf(character)));
}

function escapesOf(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`;
  }).join("");
}
