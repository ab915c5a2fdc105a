import { type Document, isMap, isScalar, isSeq, type Node, type Pair, type Scalar, visit } from "yaml";

/** Sections of a target file that may stand there with nothing in them, as when all of it is a comment. */
const SECTIONS = ["operations", "credentials", "fixtures", "timeouts", "tls"] as const;

/**
 * Puts what is plainly meant in the place of what YAML makes of a text without quotes: an id of digits is no number, nor is
 * `1.0` a version of 1. A section with nothing in it says nothing, and a list of permissions with nothing in it permits nothing.
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

/** A number, as the text that stands in the file. */
function asWritten(node: unknown): void {
  if (!isScalar(node)) return;
  const { value, source } = node as Scalar;
  if (["number", "bigint"].includes(typeof value) && source !== undefined) (node as Scalar).value = source;
}
