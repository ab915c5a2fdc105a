type Members = Readonly<Record<string, unknown>>;

const REFERENCE = "#/components/schemas/";
/** Ends the name of a schema that is another one or null. */
const OR_NULL = "OrNull";
/** Words beside which `nullable` alone would not let null in. */
const NARROWING = ["$ref", "allOf", "oneOf", "not"];

/**
 * An OpenAPI 3.0 document in which null is no alternative of its own: the other one is `nullable` instead, and where that is
 * a reference, a schema of its own. The same values are valid; generators write types for it, and none for an alternative
 * that is null alone.
 */
export function withNullable(document: Members): Members {
  const components = membersOf(document["components"]);
  const schemas = membersOf(components["schemas"]);
  const nullable = new Map<string, unknown>();
  const refer = (name: string): Members => {
    const own = `${name}${OR_NULL}`;
    if (!nullable.has(own)) {
      // Noted before it is made: schemas may refer to themselves.
      nullable.set(own, undefined);
      nullable.set(own, orNull(rewritten(schemas[name])));
    }
    return { $ref: `${REFERENCE}${own}` };
  };
  const orNull = (schema: unknown): unknown => {
    const members = membersOf(schema);
    const reference = members["$ref"];
    if (typeof reference === "string") return refer(reference.slice(REFERENCE.length));
    if (Array.isArray(members["anyOf"]) && members["type"] === undefined)
      return { ...members, anyOf: members["anyOf"].map(orNull) };
    if (typeof members["type"] !== "string" || NARROWING.some((word) => word in members))
      return { anyOf: [schema, NULL_ALONE] };
    const { enum: values } = members;
    return { ...members, nullable: true, ...(Array.isArray(values) && { enum: [...new Set([...values, null])] }) };
  };
  const rewritten = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewritten);
    if (!isMembers(value)) return value;
    const { anyOf } = value;
    const others = Array.isArray(anyOf) ? anyOf.filter((one) => !isNull(one)) : [];
    const [only, ...more] = others;
    const hadNull = Array.isArray(anyOf) && others.length < anyOf.length;
    if (!hadNull || only === undefined || Object.keys(value).length > 1)
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, rewritten(inner)]));
    const all = others.map((one) => orNull(rewritten(one)));
    return more.length === 0 ? all[0] : { anyOf: all };
  };
  const paths = rewritten(document["paths"]);
  const rest = membersOf(rewritten(components));
  return {
    ...document,
    paths,
    components: { ...rest, schemas: { ...membersOf(rest["schemas"]), ...Object.fromEntries(nullable) } },
  };
}

/** Null, in words that generators take for an object or null: what is an object is refused. */
const NULL_ALONE: Members = { type: "object", nullable: true, not: { type: "object" } };

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const membersOf = (value: unknown): Members => (isMembers(value) ? value : {});

const isNull = (schema: unknown): boolean => {
  const { enum: values } = membersOf(schema);
  return Array.isArray(values) && values.length === 1 && values[0] === null;
};
