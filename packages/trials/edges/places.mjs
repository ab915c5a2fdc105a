/** Deeper than any body. */
const DEEPEST = 8;

/**
 * The places in the requests of an operation, each with every schema that may apply to it: path and query parameters by
 * name, members of a body by path, in which `*` stands for any item of a list, or any name.
 */
export function placesOf(operation) {
  const places = new Map();
  const note = (place, schema) => places.set(place, new Set([...(places.get(place) ?? []), schema]));
  for (const { name, schema } of operation.pathParameters) note(`path/${name}`, schema);
  for (const { name, schema } of operation.query) note(`query/${name}`, schema);
  if (operation.body !== undefined) walk(operation.body.schema, "body", note);
  return [...places].map(([place, schemas]) => ({ place, schema: merged([...schemas]) }));
}

function walk(schema, place, note, depth = 0) {
  if (depth > DEEPEST || schema.readOnly) return;
  note(place, schema);
  const { properties = {}, items, additionalProperties } = schema;
  for (const [name, inner] of Object.entries(properties)) walk(inner, `${place}/${name}`, note, depth + 1);
  if (items !== undefined) walk(items, `${place}/*`, note, depth + 1);
  if (typeof additionalProperties === "object") walk(additionalProperties, `${place}/*`, note, depth + 1);
  const others = [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? []), schema.then, schema.else];
  // A further schema for the same value: at the same depth.
  for (const other of others) if (other !== undefined) walk(other, place, note, depth);
}

/** The combined schema of a place; the sets of values of its alternatives are joined. */
function merged(schemas) {
  const { const: only, ...first } = Object.assign({}, ...schemas.toReversed());
  const values = schemas.flatMap((one) => (one.const === undefined ? (one.enum ?? []) : [one.const]));
  const required = [...new Set(schemas.flatMap((one) => one.required ?? []))];
  const set = values.length > 0 ? { enum: [...new Set(values)] } : {};
  return { ...first, ...(only === undefined ? {} : { tag: true }), ...set, required };
}

/** The values of a request at a place. */
export function valuesAt(request, place) {
  const [location, ...steps] = place.split("/");
  if (location !== "body")
    return (request[location] ?? []).filter(([name]) => name === steps[0]).map(([, text]) => text);
  return request.body === undefined ? [] : within(request.body, steps);
}

function within(value, [name, ...rest]) {
  if (name === undefined) return [value];
  if (typeof value !== "object" || value === null) return [];
  if (name === "*") return Object.values(value).flatMap((inner) => within(inner, rest));
  return Object.hasOwn(value, name) ? within(value[name], rest) : [];
}
