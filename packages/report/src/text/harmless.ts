import { PAINTED } from "./paint.ts";
import { visible } from "./visible.ts";

const WHOLE = new RegExp(`${PAINTED}|[^\\u001b]+|\\u001b`, "gu");

/** Runners skip blanks and colours before the colons of a workflow command. */
const COMMAND = /^((?:[^\S\n]|\u001b\[\d+m)*)::/gmu;

/**
 * Commands of older GitHub runners, Azure Pipelines and TeamCity. They work anywhere in a line, even with colours
 * inside.
 */
const MARK = /#((?:\u001b\[\d+m)*)#(?=(?:\u001b\[\d+m)*(?:vso|teamcity)?(?:\u001b\[\d+m)*\[)/gu;

/**
 * A text that cannot control a terminal or a pipeline, even if a target supplied parts of it. Hidden characters become
 * visible, and the beginnings of workflow commands of GitHub Actions are put in brackets. Runners read the output
 * wherever the program runs, even in a container, so this does not depend on the environment. With `painted`, the
 * colours of Plumbline's own renderers stay; the text between them is treated like any other.
 */
export function harmless(text: string, { painted = false }: { readonly painted?: boolean } = {}): string {
  const shown = painted ? text.replace(WHOLE, shownPart) : visible(text);
  return shown.replace(COMMAND, "$1⟨::⟩").replace(MARK, "⟨#$1#⟩");
}

function shownPart(whole: string, tone: string | undefined, inside = "", end = ""): string {
  return tone === undefined ? visible(whole) : tone + visible(inside) + end;
}
