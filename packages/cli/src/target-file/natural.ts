import { type Document, isMap, isScalar, isSeq, type Node, type Pair, type Scalar, visit } from "yaml";

/** Sections of a target file that may be empty, for example because all of their lines are comments. */
const SECTIONS = ["operations", "credentials", "fixtures", "timeouts", "tls"] as const;

/**
 * Corrects values that YAML reads differently from what an unquoted text plainly means: an id of digits is no number,
 * and `1.0` is no version 1. An empty section counts as one without entries, and an empty list of permissions as no
 * permission.
 */
export function takeNatural(document: Document): void {
  visit(document, { Pair: (_key, { key }) => asWritten(key) });
  const { contents } = document;
  if (!isMap(contents)) return;
  for (const pair of contents.items as Pair<unknown, Node | null>[]) {
    const name = isScalar(pair.key) ? pair.key.value : undefined;
    const { value } = pair;
    if (name === "name") asWritten(value);
    if (name === "versions" && isSeq(value)) for (const item of value.items) asWritten(item);
    if (name === "fixtures" && isMap(value)) for (const fixture of value.items) asWritten(fixture.value);
    if (value !== null && !(isScalar(value) && value.value === null)) continue;
    if (SECTIONS.some((section) => section === name)) pair.value = document.createNode({});
    if (name === "allow") pair.value = document.createNode([]);
  }
}

/** Replaces a number by its text in the file. */
function asWritten(node: unknown): void {
  if (!isScalar(node)) return;
  const { value, source } = node as Scalar;
  if (["number", "bigint"].includes(typeof value) && source !== undefined) (node as Scalar).value = source;
}
