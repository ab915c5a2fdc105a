import { isMap, isScalar, LineCounter, type Node, parseDocument } from "yaml";

/** The kinds of reasons why a mutant survives; docs/mutants.md defines each. */
export const CLASSES = ["equivalent", "open", "elsewhere", "hole"] as const;

/** The kind of reason why a surviving mutant is accepted. */
export type Class = (typeof CLASSES)[number];

/** The explanation of a surviving mutant from the file of explanations. */
export interface Explanation {
  readonly id: string;
  readonly class: Class;
  readonly reason: string;
  /** Line in the file, counted from 1. */
  readonly line: number;
}

/** Thrown for an invalid file of explanations; the message has a line for each mistake. */
export class ExplanationsError extends Error {
  override readonly name = "ExplanationsError";
}

const ID = /^[a-z]+\/[\w./-]+\.ts#[0-9a-f]{10}$/;

/**
 * Reads the explanations from YAML: a map of classes, each a map of ids to reasons.
 * @throws ExplanationsError which names every invalid line.
 */
export function readExplanations(name: string, text: string): readonly Explanation[] {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const lineOf = (offset = 0): number => lineCounter.linePos(offset).line;
  const mistakes = document.errors.map(({ message, pos }) => `${name}:${lineOf(pos[0])}: ${message}`);
  const found = pairsOf(document.contents).flatMap(([key, entries, offset]): readonly Explanation[] => {
    if (isClass(key))
      return pairsOf(entries).map(([id, reason, at]) => ({ id, class: key, reason: textOf(reason), line: lineOf(at) }));
    mistakes.push(`${name}:${lineOf(offset)}: "${key}" is none of ${CLASSES.join(", ")}`);
    return [];
  });
  const lines = new Map<string, number>();
  for (const one of found) {
    const mistake = objection(one, lines.get(one.id));
    if (mistake !== undefined) mistakes.push(`${name}:${one.line}: ${mistake}`);
    lines.set(one.id, one.line);
  }
  if (mistakes.length > 0) throw new ExplanationsError(mistakes.join("\n"));
  return found;
}

function objection({ id, class: own, reason }: Explanation, before: number | undefined): string | undefined {
  if (!ID.test(id)) return `"${id}" is no id such as package/file.ts#0123456789`;
  if (before !== undefined) return `${id} stands in line ${before} already`;
  if (reason === "") return `${id} has no reason`;
  if (own === "open" && !/“[^”]+”|"[^"]+"/.test(reason)) return `${id} quotes no sentence that leaves it open`;
  if (own === "elsewhere" && !/`[^`]+`/.test(reason)) return `${id} names no fault and no test that notices it`;
  return undefined;
}

/** Keys and values of a map with the offset of each key; empty for anything else. */
function pairsOf(node: unknown): readonly (readonly [key: string, value: unknown, offset: number | undefined])[] {
  if (!isMap<Node, Node>(node)) return [];
  return node.items.map(({ key, value }) => [textOf(key), value, key.range?.[0]]);
}

const textOf = (node: unknown): string => (isScalar(node) ? String(node.value ?? "").trim() : "");

const isClass = (key: string): key is Class => CLASSES.some((one) => one === key);
