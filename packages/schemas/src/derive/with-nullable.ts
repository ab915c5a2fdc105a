type Members = Readonly<Record<string, unknown>>;

const REFERENCE = "#/components/schemas/";
/** Suffix for the name of a schema that allows another schema or null. */
const OR_NULL = "OrNull";
/** Keywords with which `nullable` alone would not allow null. */
const NARROWING = ["$ref", "allOf", "oneOf", "not"];

/**
 * Converts an OpenAPI 3.0 document so that null is no separate alternative: the other alternative becomes `nullable`,
 * and if that is a reference, a separate schema. The same values are valid. Generators write types for this form, and
 * none for a null alternative.
 */
export function withNullable(document: Members): Members {
  const components = membersOf(document["components"]);
  const schemas = membersOf(components["schemas"]);
  const nullable = new Map<string, unknown>();
  const refer = (name: string): Members => {
    const own = `${name}${OR_NULL}`;
    if (!nullable.has(own)) {
      // Noted before it is created, because schemas may refer to themselves.
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

/** Null in a form that generators read as an object or null; objects are excluded. */
const NULL_ALONE: Members = { type: "object", nullable: true, not: { type: "object" } };

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const membersOf = (value: unknown): Members => (isMembers(value) ? value : {});

const isNull = (schema: unknown): boolean => {
  const { enum: values } = membersOf(schema);
  return Array.isArray(values) && values.length === 1 && values[0] === null;
};
