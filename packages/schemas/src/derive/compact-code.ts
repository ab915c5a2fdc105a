/*
 * Three quarters of a validator are the errors that it may report. For each, Ajv generates everything that a caller
 * might need: the place in the schema, the value of the keyword and the values next to it. `validate/violation.ts`
 * needs little of that, so the files of the build omit the rest.
 */

/** Reduces the errors in the code that `cappedErrors` made to the members that are read. */
export function compactCode(code: string): string {
  return code
    .replaceAll(DECLARED, `$&${ROOM}${NOTE}`)
    .replaceAll(NOTED, (_site, kind: string, _name, error: string) => {
      return `if(room(${kind}))note(${[kind, ...argumentsOf(error)].join(",")});`;
    });
}

/** The beginning of the counters from `cappedErrors`, and the code that notes each error. */
const DECLARED = "const kept = [];const kinds = [];";
const ROOM = "const room = (kind) => (kept[kind] ??= 0) < 100;";
const NOTE =
  "const note = (kind, keyword, instancePath, message, data, more) => {const error = {keyword,instancePath,message,data,...more};if(vErrors === null){vErrors = [error];}else {vErrors.push(error);}kept[kind]++;kinds.push(kind);};";

const NOTED =
  /if\(\(kept\[(\d+)\] \?\?= 0\) < 100\)\{const (err\1) = (\{.*?\});if\(vErrors === null\)\{vErrors = \[\2\];\}else \{vErrors\.push\(\2\);\}kept\[\1\]\+\+;kinds\.push\(\1\);\}/gs;

const ERROR =
  /^\{instancePath(?::(?<path>.*?))?,schemaPath:".*?",keyword:"(?<keyword>\w+)",params:(?<params>\{.*?\}),message:(?<message>.*?),schema:(?<schema>.*?),parentSchema:[^,]*,data(?::(?<data>\w+))?\}$/s;

/** The arguments of `note` for an error; empty for an error below a `not`, which is only counted. */
function argumentsOf(error: string): readonly string[] {
  if (error === "{}") return [];
  const parts = ERROR.exec(error)?.groups;
  if (parts === undefined) throw new Error(`Ajv writes errors in a way that is not known here: ${error}`);
  const { path = "instancePath", keyword = "", params = "", message = "", schema = "", data = "data" } = parts;
  const more = MORE[keyword]?.(params, schema);
  return [`"${keyword}"`, path, joined(message), data, ...(more === undefined ? [] : [joined(more)])];
}

/** The members of an error that are read in addition to its message. */
const MORE: Readonly<Record<string, (params: string, schema: string) => string>> = {
  required: (params) => `{params:${params}}`,
  discriminator: (params) => `{params:${params}}`,
  enum: (_params, schema) => `{schema:${schema}}`,
  const: (_params, schema) => `{schema:${schema}}`,
};

/** Joins texts that Ajv concatenates from parts. */
const joined = (code: string): string => code.replaceAll(`"+"`, "");
