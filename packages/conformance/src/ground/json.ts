/** A JSON object, or the members of one that a request states. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object or a list. */
export const isContainer = (json: unknown): json is object => typeof json === "object" && json !== null;

/** Whether a JSON value is an object. */
export const isObject = (json: unknown): json is Fields => isContainer(json) && !Array.isArray(json);

/** The members of an object or the items of a list, by name or number; empty for any other value. */
export const fieldsOf = (json: unknown): Fields => (isContainer(json) ? (json as Fields) : {});

/** A member of a JSON object; `undefined` for anything that is not an object. */
export const member = (json: unknown, name: string): unknown =>
  isObject(json) && Object.hasOwn(json, name) ? json[name] : undefined;
