/** Why a mutant that nobody notices is left as it is. */
export type Class = "equivalent" | "open" | "elsewhere" | "hole";

/** Why nobody notices a mutant, as the document of survivors says it. */
export interface Explanation {
  readonly id: string;
  readonly class: Class;
  readonly reason: string;
  /** In the file that it stands in. */
  readonly line: number;
}

/** Headings of the file of explanations, and the class of what stands below. */
export const HEADINGS: Readonly<Record<string, Class>> = {
  Equivalent: "equivalent",
  "Left open": "open",
  "Noticed elsewhere": "elsewhere",
  Hole: "hole",
};

/** What is wrong with the file of explanations, with a line for each mistake. */
export class ExplanationsError extends Error {
  override readonly name = "ExplanationsError";
}

const ENTRY = /^- `([^`]*)` ?(.*)$/;
const ID = /^[a-z]+\/[\w./-]+\.ts#[0-9a-f]{10}$/;

/**
 * Reads the explanations out of Markdown: below the headings of the classes each list entry is one, an id and the reason.
 * Whatever else stands there is for people.
 * @throws ExplanationsError which names every line that cannot be understood.
 */
export function readExplanations(name: string, text: string): readonly Explanation[] {
  const mistakes: string[] = [];
  const found: { id: string; class: Class; reason: string; line: number }[] = [];
  let current: Class | undefined;
  let open = false;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const mistake = (what: string): void => void mistakes.push(`${name}:${index + 1}: ${what}`);
    const last = found.at(-1);
    if (line.startsWith("#")) {
      current = Object.hasOwn(HEADINGS, headingOf(line)) ? HEADINGS[headingOf(line)] : undefined;
      open = false;
    } else if (open && last !== undefined && /^ {2}\S/.test(line)) last.reason = `${last.reason} ${line.trim()}`.trim();
    else if (current === undefined || !line.startsWith("-")) open = false;
    else {
      const [, id = "", reason = ""] = ENTRY.exec(line) ?? [];
      const before = found.find((one) => one.id === id);
      if (!ID.test(id)) mistake("an entry is - `package/file.ts#0123456789` and the reason");
      else if (before !== undefined) mistake(`${id} stands in line ${before.line} already`);
      else found.push({ id, class: current, reason: reason.trim(), line: index + 1 });
      open = true;
    }
  }
  for (const { id, class: own, reason, line } of found) {
    if (reason === "") mistakes.push(`${name}:${line}: ${id} has no reason`);
    else if (own === "open" && !/“[^”]+”|"[^"]+"/.test(reason))
      mistakes.push(`${name}:${line}: ${id} quotes no sentence that leaves it open`);
    else if (own === "elsewhere" && !/`[^`]+`/.test(reason))
      mistakes.push(`${name}:${line}: ${id} names no fault and no test that notices it`);
  }
  if (mistakes.length > 0) throw new ExplanationsError(mistakes.join("\n"));
  return found;
}

const headingOf = (line: string): string => line.replace(/^#+/, "").trim();
