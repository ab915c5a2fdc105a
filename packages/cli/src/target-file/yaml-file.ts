import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from "yaml";
import { givenText } from "../given-text.ts";
import { UsageError } from "../usage-error.ts";
import { yamlProblem } from "./yaml-problem.ts";

/** Limit of aliases in one file; a target file needs them only for a few keys. */
const MOST_ALIASES = 100;

/** The content of a YAML or JSON file, with the line of each value. */
export interface YamlFile {
  readonly value: unknown;
  /** `file:line` of the value at a JSON pointer, or of the nearest existing value around it. */
  place(pointer: string): string;
  /** The same as `file:line:column`. */
  spot(pointer: string): string;
}

/**
 * Reads a file of at most `most` bytes; `take` may correct values before they are read.
 * @throws UsageError that names the file and line, without any text of the file.
 */
export function readYaml(
  path: string,
  what: string,
  { take, most }: { readonly take?: (document: Document) => void; readonly most?: number } = {},
): YamlFile {
  const text = givenText(path, `the ${what} ${path}`, most);
  const lines = new LineCounter();
  const at = (offset: number): string => `${path}:${lines.linePos(offset).line}`;
  // The parser's messages and warnings quote the file, so none of them is shown. Duplicate names are found below,
  // because the parser would compare every name with every other.
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: "error",
    merge: true,
    uniqueKeys: false,
  });
  // Warnings count as errors: a value with an unknown tag, for example, would be read as something else than the file
  // says.
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

/**
 * The start of a quoted text without an end, because the parser notices that only at the end; for other problems, their
 * own place.
 */
function beginning(document: Document, offset: number): number {
  let began = offset;
  visit(document, {
    Scalar: (_key, { type, range }) => {
      if (type?.startsWith("QUOTE") && range && range[0] < offset && offset <= range[1]) began = range[0];
    },
  });
  return began;
}

/** The place of a name that occurs twice in a map, possibly once as a number and once as a text. */
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

/** The name of a key as it appears in the values. */
const nameOf = (key: unknown): string => String((isScalar(key) ? key.value : key) ?? "");

/**
 * Limits the aliases, because the parser searches everything before each alias, and again for each name of a merge key
 * (<<).
 */
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

/**
 * The values with all aliases expanded. The limit is needed because a small file can expand to more than any memory.
 */
function contentsOf(document: Document, at: (offset: number) => string): unknown {
  try {
    if (!hasCircle(document)) return document.toJS({ maxAliasCount: 100 });
  } catch {
    // Reported below, as the other mistakes with aliases are.
  }
  throw new UsageError(
    `${at(firstAlias(document))}: not readable as YAML: an alias (*) has no anchor (&), is inside its own anchor, or expands to too much; write the values out instead`,
  );
}

/** Whether an alias is inside the node that it refers to. */
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

/** The place of the first alias without an anchor, or of the first alias if all have one. */
function firstAlias(document: Document): number {
  const found: { readonly at: number; readonly resolved: boolean }[] = [];
  visit(document, {
    Alias: (_key, alias) => {
      found.push({ at: alias.range?.[0] ?? 0, resolved: alias.resolve(document) !== undefined });
    },
  });
  return (found.find(({ resolved }) => !resolved) ?? found[0])?.at ?? 0;
}

/** The offset of a member's name, or of an item of a list. */
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
