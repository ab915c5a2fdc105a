import type { ErrorObject } from "ajv";
import { received } from "./received.ts";
import { type Broken, remedy } from "./remedy.ts";
import { mayBeSecret } from "./secret-shape.ts";
import { hintFor } from "./unknown-name.ts";

const MOST = 5;

/**
 * Describes the mistakes in a file, one line for each place: the place, the expectation, the value and a suggestion.
 */
export function problems(errors: readonly ErrorObject[], place: (pointer: string) => string): string {
  const unknown = new Set(errors.filter(isUnknownName).map(({ instancePath }) => instancePath));
  // A misspelt name explains a missing one, so the missing one is not reported too.
  const telling = errors.filter(
    (error) => isTelling(error) && (isUnknownName(error) || !unknown.has(error.instancePath)),
  );
  const texts = new Map<string, string>();
  for (const error of telling) {
    const at = isUnknownName(error) ? `${error.instancePath} ${nameIn(error)}` : error.instancePath;
    if (!texts.has(at)) texts.set(at, isUnknownName(error) ? unknownName(error, place) : wrongValue(error, place));
    if (texts.size === MOST) break;
  }
  return [...texts.values()].join("\n");
}

const isUnknownName = ({ keyword }: ErrorObject): boolean => keyword === "additionalProperties";
const nameIn = ({ params }: ErrorObject): string => String(params["additionalProperty"]);

/** An error of `if` says less than the error of its `then`. */
const isTelling = ({ keyword }: ErrorObject): boolean => keyword !== "if";

function unknownName(error: ErrorObject, place: (pointer: string) => string): string {
  const { instancePath, parentSchema, data } = error;
  const name = nameIn(error);
  const known = Object.keys((parentSchema as Broken | undefined)?.properties ?? {});
  const own = (data as Readonly<Record<string, unknown>> | undefined)?.[name];
  const inside = typeof own === "object" && own !== null ? Object.keys(own) : [];
  const hint = inside.some((one) => known.includes(one))
    ? `did you mean the lines under it? Remove this name and keep them`
    : hintFor(name, instancePath, known);
  const shown = isNameShown(name, hint, instancePath)
    ? `unknown name "${name}"`
    : "unknown name (hidden, because it may be a secret)";
  const section = instancePath === "" ? "at the top level" : `under ${dotted(instancePath)}`;
  return `${place(`${instancePath}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`)}: ${shown} ${section}: ${hint}`;
}

/**
 * Among credentials, a name is shown only if it is plainly a slip of a known one, because a secret that lost its quotes
 * or colon is read as a name too.
 */
function isNameShown(name: string, hint: string, pointer: string): boolean {
  if (!pointer.startsWith("/credentials")) return !mayBeSecret(name);
  const close = /"(.*)"/.exec(hint)?.[1];
  return close !== undefined && /^[A-Za-z ]+$/.test(name) && name.length <= close.length + 2;
}

function wrongValue(
  { instancePath, keyword, params, parentSchema, data }: ErrorObject,
  place: (pointer: string) => string,
) {
  const what = instancePath === "" ? "the file" : dotted(instancePath);
  const schema = (parentSchema ?? {}) as Broken & { readonly description?: string };
  if (["required", "dependencies"].includes(keyword)) {
    const whole = instancePath === "" ? "a line such as baseUrl: http://127.0.0.1:8080" : schema.description;
    return `${place(instancePath)}: ${what} lacks ${params["missingProperty"]}: expected ${whole ?? "both halves of a pair"}`;
  }
  if (keyword === "uniqueItems")
    return `${place(`${instancePath}/${params["i"]}`)}: ${what} has the same item twice: leave one out`;
  if (instancePath === "") return `${place("")}: ${wholeFile(data)}`;
  const expected = schema.description ?? (schema.enum ? `one of ${some(schema.enum)}` : keyword);
  const instead = remedy(schema, data, instancePath);
  return `${place(instancePath)}: ${what}: expected ${expected}, received ${received(data, instancePath)}${instead === undefined ? advice(data) : `: did you mean ${instead}?`}`;
}

const advice = (data: unknown): string => (data === null ? ": write a value, or leave the line out" : "");

const some = (words: readonly string[]): string =>
  `${words.slice(0, 20).join(", ")}${words.length > 20 ? ", ..." : ""}`;

/** The mistake in a file that is not a map of names. */
function wholeFile(data: unknown): string {
  const usual = "expected names with values, such as baseUrl: http://127.0.0.1:8080";
  if (data === null || data === undefined) return `the file is empty: ${usual}`;
  if (Array.isArray(data)) return `the file holds a list: ${usual}; remove the leading dash`;
  const isStuck = typeof data === "string" && /^[\w-]+:\S/.test(data) && !/^https?:/.test(data);
  return `the file holds a single value: ${usual}${isStuck ? "; write a space after the colon" : ""}`;
}

/**
 * A JSON pointer in dotted notation. Indexes of lists are left out, because the line shows the item; under `operations`
 * numbers are versions, and stay.
 */
export function dotted(pointer: string): string {
  const steps = pointer.split("/").slice(1);
  return steps
    .filter((step) => steps[0] === "operations" || !/^\d+$/.test(step))
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(".");
}
