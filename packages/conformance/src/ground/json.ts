/** Names with values: a JSON object, or what a request states of one. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object or a list. */
export const isContainer = (json: unknown): json is object => typeof json === "object" && json !== null;

/** Whether a JSON value is an object. */
export const isObject = (json: unknown): json is Fields => isContainer(json) && !Array.isArray(json);

/** What stands in an object or a list, by name or number; nothing for anything else. */
export const fieldsOf = (json: unknown): Fields => (isContainer(json) ? (json as Fields) : {});

/** A member of a JSON object; `undefined` for anything that is not an object. */
export const member = (json: unknown, name: string): unknown =>
  isObject(json) && Object.hasOwn(json, name) ? json[name] : undefined;
