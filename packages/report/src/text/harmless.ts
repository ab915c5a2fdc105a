import { PAINTED } from "./paint.ts";
import { visible } from "./visible.ts";

const WHOLE = new RegExp(`${PAINTED}|[^\\u001b]+|\\u001b`, "gu");

/** Blanks and colours before the colons are skipped by whoever obeys them. */
const COMMAND = /^((?:[^\S\n]|\u001b\[\d+m)*)::/gmu;

/** The marks of older GitHub runners, of Azure Pipelines and of TeamCity, obeyed wherever they stand, with colours within them. */
const MARK = /#((?:\u001b\[\d+m)*)#(?=(?:\u001b\[\d+m)*(?:vso|teamcity)?(?:\u001b\[\d+m)*\[)/gu;

/**
 * A text that neither a terminal nor a pipeline obeys, whoever supplied parts of it: hidden characters become visible, and
 * what GitHub Actions takes for a workflow command loses its beginning to brackets. Runners read what is printed wherever
 * the program runs, in a container too, so this does not ask the environment. With `painted` the colours of our own
 * renderers stay; a text between them is treated like any other.
 */
export function harmless(text: string, { painted = false }: { readonly painted?: boolean } = {}): string {
  const shown = painted ? text.replace(WHOLE, shownPart) : visible(text);
  return shown.replace(COMMAND, "$1⟨::⟩").replace(MARK, "⟨#$1#⟩");
}

function shownPart(whole: string, tone: string | undefined, inside = "", end = ""): string {
  return tone === undefined ? visible(whole) : tone + visible(inside) + end;
}
