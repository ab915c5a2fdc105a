type Members = Readonly<Record<string, unknown>>;

/** Keywords that OpenAPI 3.0 lacks. They are kept as extensions, so that a reader may still use them. */
const KEPT_AS_EXTENSION = ["if", "then", "else", "dependentRequired", "propertyNames"];
/** Keywords about the schema file itself, which have no use in a document. */
const DROPPED = ["$id", "$schema", "$comment"];

/**
 * Converts a JSON Schema 2020-12, as in OpenAPI 3.1, to the schema object of OpenAPI 3.0.3. References stay unchanged.
 */
export function schemaTo30(schema: unknown): unknown {
  if (!isMembers(schema) || "$ref" in schema) return schema;
  return Object.assign({}, ...Object.entries(schema).map(([keyword, value]) => keywordTo30(keyword, value, schema)));
}

function keywordTo30(keyword: string, value: unknown, schema: Members): Members {
  if (DROPPED.includes(keyword)) return {};
  if (KEPT_AS_EXTENSION.includes(keyword)) return { [`x-${keyword}`]: value };
  switch (keyword) {
    case "type":
      return typeTo30(value, schema);
    case "examples":
      return Array.isArray(value) && value.length > 0 ? { example: value[0] } : {};
    case "const":
      return { enum: [value], ...(value === null && { nullable: true }) };
    case "enum":
      return { enum: value, ...(Array.isArray(value) && value.includes(null) && { nullable: true }) };
    case "exclusiveMinimum":
      return { minimum: value, exclusiveMinimum: true };
    case "exclusiveMaximum":
      return { maximum: value, exclusiveMaximum: true };
    case "properties":
      return { properties: isMembers(value) ? mapMembers(value) : value };
    case "items":
    case "additionalProperties":
    case "not":
      return { [keyword]: schemaTo30(value) };
    case "oneOf":
    case "anyOf":
    case "allOf":
      return { [keyword]: Array.isArray(value) ? value.map(schemaTo30) : value };
    default:
      return { [keyword]: value };
  }
}

/** 3.0 has no null type, and requires a type next to `nullable`. */
const NOTHING: Members = { type: "object", nullable: true, enum: [null] };

/** A single type stays; "null" next to it becomes `nullable`; several types become alternatives. */
function typeTo30(type: unknown, schema: Members): Members {
  if (!Array.isArray(type)) return type === "null" ? NOTHING : { type };
  const nullable = type.includes("null") ? { nullable: true } : {};
  const others = type.filter((one) => one !== "null");
  if (others.length === 1) return { type: others[0], ...nullable };
  const alternatives = others.map((one) => ({ type: one, ...nullable }));
  // Does not replace alternatives that the schema already has.
  return schema["anyOf"] === undefined ? { anyOf: alternatives } : { "x-types": type };
}

const mapMembers = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).map(([name, inner]) => [name, schemaTo30(inner)]));

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);
