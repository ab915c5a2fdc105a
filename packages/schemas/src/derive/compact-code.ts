/*
 * Three quarters of a validator are the errors that it may have to report. Of each, Ajv writes down what anybody might want to
 * know: where in the schema it comes from, the keyword's value and all that stands beside it. What becomes of an error here
 * (`validate/violation.ts`) needs little of that, so that the files of the build are written without the rest.
 */

/** The code that `cappedErrors` made, with errors that hold what is read of them and no more. */
export function compactCode(code: string): string {
  return code
    .replaceAll(DECLARED, `$&${ROOM}${NOTE}`)
    .replaceAll(NOTED, (_site, kind: string, _name, error: string) => {
      return `if(room(${kind}))note(${[kind, ...argumentsOf(error)].join(",")});`;
    });
}

/** How `cappedErrors` begins to count, and what each error is then noted by. */
const DECLARED = "const kept = [];const kinds = [];";
const ROOM = "const room = (kind) => (kept[kind] ??= 0) < 100;";
const NOTE =
  "const note = (kind, keyword, instancePath, message, data, more) => {const error = {keyword,instancePath,message,data,...more};if(vErrors === null){vErrors = [error];}else {vErrors.push(error);}kept[kind]++;kinds.push(kind);};";

const NOTED =
  /if\(\(kept\[(\d+)\] \?\?= 0\) < 100\)\{const (err\1) = (\{.*?\});if\(vErrors === null\)\{vErrors = \[\2\];\}else \{vErrors\.push\(\2\);\}kept\[\1\]\+\+;kinds\.push\(\1\);\}/gs;

const ERROR =
  /^\{instancePath(?::(?<path>.*?))?,schemaPath:".*?",keyword:"(?<keyword>\w+)",params:(?<params>\{.*?\}),message:(?<message>.*?),schema:(?<schema>.*?),parentSchema:[^,]*,data(?::(?<data>\w+))?\}$/s;

/** What `note` is told of an error; nothing of one that is only counted, because it stands below a `not`. */
function argumentsOf(error: string): readonly string[] {
  if (error === "{}") return [];
  const parts = ERROR.exec(error)?.groups;
  if (parts === undefined) throw new Error(`Ajv writes errors in a way that is not known here: ${error}`);
  const { path = "instancePath", keyword = "", params = "", message = "", schema = "", data = "data" } = parts;
  const more = MORE[keyword]?.(params, schema);
  return [`"${keyword}"`, path, joined(message), data, ...(more === undefined ? [] : [joined(more)])];
}

/** What is read of an error beside its message. */
const MORE: Readonly<Record<string, (params: string, schema: string) => string>> = {
  required: (params) => `{params:${params}}`,
  discriminator: (params) => `{params:${params}}`,
  enum: (_params, schema) => `{schema:${schema}}`,
  const: (_params, schema) => `{schema:${schema}}`,
};

/** Texts that Ajv puts together of parts, as one. */
const joined = (code: string): string => code.replaceAll(`"+"`, "");
