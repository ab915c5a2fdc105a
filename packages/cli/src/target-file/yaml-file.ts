import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from "yaml";
import { givenText } from "../given-text.ts";
import { UsageError } from "../usage-error.ts";
import { yamlProblem } from "./yaml-problem.ts";

/** Aliases of one file: those of a target file stand for a few keys. */
const MOST_ALIASES = 100;

/** What a YAML or JSON file holds, with the way back from a value to its line. */
export interface YamlFile {
  readonly value: unknown;
  /** `file:line` of the value at a JSON pointer, or of the nearest there is around it. */
  place(pointer: string): string;
  /** The same as `file:line:column`. */
  spot(pointer: string): string;
}

/**
 * Reads a file of `most` bytes at most, and lets `take` put what is naturally meant in the place of what stands there.
 * @throws UsageError naming file and line, without anything that stands in the file.
 */
export function readYaml(
  path: string,
  what: string,
  { take, most }: { readonly take?: (document: Document) => void; readonly most?: number } = {},
): YamlFile {
  const text = givenText(path, `the ${what} ${path}`, most);
  const lines = new LineCounter();
  const at = (offset: number): string => `${path}:${lines.linePos(offset).line}`;
  // Neither messages nor warnings of the parser are let through: they quote the file.
  // That each name stands once in a map is seen to below: here every name would be held against every other.
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: "error",
    merge: true,
    uniqueKeys: false,
  });
  // Of what is only warned of, such as tags that are not known, something else would be read than stands there.
  const [problem] = [...document.errors, ...document.warnings];
  if (problem)
    throw new UsageError(
      `${at(beginning(document, problem.pos[0]))}: not readable as YAML: ${yamlProblem(problem.code)}`,
    );
  needsFewAliases(document, at);
  take?.(document);
  const twice = nameTwice(document);
  if (twice !== undefined) throw new UsageError(`${at(twice)}: not readable as YAML: ${yamlProblem("DUPLICATE_KEY")}`);
  return {
    value: contentsOf(document, at),
    place: (pointer) => at(offsetOf(document, pointer)),
    spot: (pointer) => {
      const { line, col } = lines.linePos(offsetOf(document, pointer));
      return `${path}:${line}:${col}`;
    },
  };
}

/** Where a quote that has no end begins, which is noticed at the end only; else where a problem is. */
function beginning(document: Document, offset: number): number {
  let began = offset;
  visit(document, {
    Scalar: (_key, { type, range }) => {
      if (type?.startsWith("QUOTE") && range && range[0] < offset && offset <= range[1]) began = range[0];
    },
  });
  return began;
}

/** Where a name stands that is there already as a number, or the other way about. */
function nameTwice(document: Document): number | undefined {
  let found: number | undefined;
  visit(document, {
    Map: (_key, map) => {
      const names = new Set<string>();
      for (const { key } of map.items) {
        const name = nameOf(key);
        if (names.has(name) && isNode(key)) found ??= key.range?.[0];
        names.add(name);
      }
    },
  });
  return found;
}

/** A key as it is called among the values. */
const nameOf = (key: unknown): string => String((isScalar(key) ? key.value : key) ?? "");

/** Each alias is looked up in all that stands before it, and a merge key (<<) once more for each name. */
function needsFewAliases(document: Document, at: (offset: number) => string): void {
  let count = 0;
  visit(document, {
    Alias: (_key, { range }) => {
      count += 1;
      if (count > MOST_ALIASES)
        throw new UsageError(
          `${at(range?.[0] ?? 0)}: not readable as YAML: expected at most ${MOST_ALIASES} aliases (*); write the values out instead`,
        );
    },
  });
}

/** The values with every alias in its place, of which a small file can hold more than any memory. */
function contentsOf(document: Document, at: (offset: number) => string): unknown {
  try {
    if (!hasCircle(document)) return document.toJS({ maxAliasCount: 100 });
  } catch {
    // Told as the other mistakes with aliases are.
  }
  throw new UsageError(
    `${at(firstAlias(document))}: not readable as YAML: an alias (*) has no anchor (&), is inside its own anchor, or expands to too much; write the values out instead`,
  );
}

/** Whether an alias stands inside what it stands for. */
function hasCircle(document: Document): boolean {
  let found = false;
  visit(document, {
    Alias: (_key, alias, path) => {
      const target = alias.resolve(document);
      found ||= target !== undefined && path.includes(target);
    },
  });
  return found;
}

/** Where the first alias without an anchor stands, or else the first alias. */
function firstAlias(document: Document): number {
  const found: { readonly at: number; readonly resolved: boolean }[] = [];
  visit(document, {
    Alias: (_key, alias) => {
      found.push({ at: alias.range?.[0] ?? 0, resolved: alias.resolve(document) !== undefined });
    },
  });
  return (found.find(({ resolved }) => !resolved) ?? found[0])?.at ?? 0;
}

/** Of a member the offset of its name, of an item its own. */
function offsetOf(document: Document, pointer: string): number {
  const steps = pointer.split("/").slice(1);
  let node: unknown = document.contents;
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  for (const step of steps) {
    if (isAlias(node)) node = node.resolve(document);
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => nameOf(key) === name);
      if (isNode(pair?.key)) offset = pair.key.range?.[0] ?? offset;
      node = pair?.value;
    } else if (isSeq(node)) {
      node = node.items[Number(name)];
      if (isNode(node)) offset = node.range?.[0] ?? offset;
    } else {
      return offset;
    }
  }
  return offset;
}
