import { readFileSync } from "node:fs";
import { nearest } from "@plumbline/schemas";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { type Document, isMap, isNode, LineCounter, parseDocument, visit } from "yaml";
import { UsageError } from "../usage-error.ts";
import { targetFileSchema } from "./schema.ts";
import { mayBeSecret } from "./secret-shape.ts";
import type { TargetFile } from "./target-file.ts";
import { yamlProblem } from "./yaml-problem.ts";

/** A target file with the way back from a value to its line. */
export interface ReadTargetFile {
  readonly path: string;
  readonly file: TargetFile;
  /** `file:line` of the value at a JSON pointer. */
  place(pointer: string): string;
}

/** Compiled for the first file: that takes longer than all else about one. */
let validator: ValidateFunction<TargetFile> | undefined;

/**
 * Reads and checks a target file, YAML or JSON.
 * @throws UsageError naming file, line, what was expected and, for an unknown name, the nearest one.
 */
export function readTargetFile(path: string): ReadTargetFile {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(
      `the target file ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [problem] = document.errors;
  if (problem)
    throw new UsageError(
      `${path}:${lines.linePos(problem.pos[0]).line}: not readable as YAML: ${yamlProblem(problem.code)}`,
    );
  const place = (pointer: string): string => `${path}:${lineOf(document, lines, pointer)}`;
  const value = contentsOf(document, path, lines);
  validator ??= new Ajv({ allErrors: true, strict: false, verbose: true }).compile<TargetFile>(targetFileSchema);
  const validate = validator;
  if (!validate(value)) throw new UsageError(problems(validate.errors ?? [], place));
  return { path, file: value, place };
}

/** The values with every alias in its place, of which a small file can hold more than any memory. */
function contentsOf(document: Document, path: string, lines: LineCounter): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    throw new UsageError(
      `${path}:${lines.linePos(firstAlias(document)).line}: not readable as YAML: an alias (*) has no anchor (&), or aliases stand for too much; write values out instead of aliases`,
    );
  }
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

function lineOf(document: Document, lines: LineCounter, pointer: string): number {
  const keys = pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  let node: unknown = document.contents;
  let line = 1;
  for (const key of keys) {
    if (isMap(node)) {
      const pair = node.items.find((item) => String(isNode(item.key) ? item.key.toJSON() : item.key) === key);
      if (pair && isNode(pair.key) && pair.key.range) line = lines.linePos(pair.key.range[0]).line;
      node = pair?.value;
      continue;
    }
    node = document.getIn(keys.slice(0, keys.indexOf(key) + 1), true);
    if (isNode(node) && node.range) line = lines.linePos(node.range[0]).line;
  }
  return line;
}

/** The most telling problem of each place: an unknown name before the alternatives that it also breaks. */
function problems(errors: readonly ErrorObject[], place: (pointer: string) => string): string {
  const unknown = errors.filter((error) => error.keyword === "additionalProperties");
  const telling = unknown.length > 0 ? unknown : errors.filter((error) => !["anyOf", "if"].includes(error.keyword));
  const deepest = Math.max(...telling.map((error) => error.instancePath.length));
  const chosen = unknown.length > 0 ? unknown.filter((error) => error.instancePath.length === deepest) : telling;
  return [...new Set(chosen.map((error) => problem(error, place)))].slice(0, 5).join("\n");
}

function problem(error: ErrorObject, place: (pointer: string) => string): string {
  const where = error.instancePath === "" ? "the top" : error.instancePath;
  if (error.keyword === "additionalProperties") {
    const name = String(error.params["additionalProperty"]);
    const known = Object.keys(
      (error.parentSchema as { properties?: object } | undefined)?.properties ?? knownAt(error),
    );
    const close = nearest(name, known);
    const hint =
      close === undefined
        ? `known are ${known.slice(0, 12).join(", ")}${known.length > 12 ? ", ..." : ""}`
        : `did you mean "${close}"?`;
    const shown = isShown(name, close, where)
      ? `unknown name "${name}"`
      : "unknown name, not shown as it may be a secret,";
    return `${place(`${error.instancePath}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`)}: ${shown} at ${where}: ${hint}`;
  }
  if (error.keyword === "enum") return `${place(error.instancePath)}: ${where} ${choice(error)}`;
  return `${place(error.instancePath)}: ${where} ${error.message ?? "is wrong"}`;
}

/** The nearest of the words that may stand there, or the first of them. */
function choice({ data, params }: ErrorObject): string {
  const allowed = (params["allowedValues"] as readonly unknown[]).map(String);
  const close = typeof data === "string" ? nearest(data, allowed) : undefined;
  if (close !== undefined) return `takes none such: did you mean "${close}"?`;
  return `must be one of ${allowed.slice(0, 20).join(", ")}${allowed.length > 20 ? ", ..." : ""}`;
}

/** Among credentials only what is plainly a slip of a known name; a secret that lost its quotes or its colon is a name too. */
function isShown(name: string, close: string | undefined, where: string): boolean {
  if (!where.startsWith("/credentials")) return !mayBeSecret(name);
  return close !== undefined && /^[A-Za-z ]+$/.test(name) && name.length <= close.length + 2;
}

/** The names that the schema knows at the place of an error, found by following its schema path. */
function knownAt(error: ErrorObject): object {
  let node: unknown = targetFileSchema;
  for (const step of error.schemaPath.replace(/^#\//, "").split("/").slice(0, -1)) {
    node =
      typeof node === "object" && node !== null
        ? (node as Record<string, unknown>)[decodeURIComponent(step).replaceAll("~1", "/")]
        : undefined;
  }
  return ((node as { properties?: object } | undefined)?.properties ?? {}) as object;
}
