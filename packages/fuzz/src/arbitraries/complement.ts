import { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";
import { valuesOf } from "./intersection.ts";
import { ALL_TYPES, type AnySchema, isTelling, type Keywords, typesOf } from "./keywords.ts";
import { modern } from "./modern.ts";

/**
 * The ways to violate a schema: the schema accepts no value of any of them, and each breaks one keyword. Formats are
 * not broken, because that would require texts without the format, which few validators detect.
 *
 * @throws UnsupportedKeywordError for a keyword that cannot be broken.
 */
export function complement(stated: AnySchema, pointer: string): readonly AnySchema[] {
  if (typeof stated === "boolean") return stated ? [] : [true];
  const schema = modern(stated);
  const keywords = Object.keys(schema).filter((name) => !isTelling(name) && name !== "format");
  // A missing member is a simpler violation than a wrong value, so `required` comes first.
  const ordered = [
    ...keywords.filter((name) => name === "required"),
    ...keywords.filter((name) => name !== "required"),
  ];
  return ordered.flatMap((keyword) => sides(keyword, schema, pointer));
}

function sides(keyword: string, schema: Keywords, pointer: string): readonly AnySchema[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, minLength, maxLength, minItems, maxItems } = schema;
  switch (keyword) {
    case "type":
      return otherTypes(schema);
    case "required":
      return (schema.required ?? []).map((name) => ({ type: "object", properties: { [name]: false } }));
    case "properties":
      return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
        complement(inner, `${pointer}/properties/${name}`).map(
          (side): Keywords => ({ type: "object", properties: { [name]: side }, required: [name] }),
        ),
      );
    case "const":
    case "enum":
      return keyword === "enum" && "const" in schema ? [] : [otherThan(valuesOf(schema) ?? [])];
    case "minimum":
      return [{ type: "number", exclusiveMaximum: minimum ?? 0 }];
    case "maximum":
      return [{ type: "number", exclusiveMinimum: maximum ?? 0 }];
    case "exclusiveMinimum":
      return [{ type: "number", maximum: exclusiveMinimum ?? 0 }];
    case "exclusiveMaximum":
      return [{ type: "number", minimum: exclusiveMaximum ?? 0 }];
    case "minLength":
      return minLength ? [{ type: "string", maxLength: minLength - 1 }] : [];
    case "maxLength":
      return [{ type: "string", minLength: (maxLength ?? 0) + 1 }];
    case "minItems":
      return minItems ? [{ type: "array", maxItems: minItems - 1 }] : [];
    case "maxItems":
      return [{ type: "array", minItems: (maxItems ?? 0) + 1 }];
    case "anyOf":
      return [{ allOf: (schema.anyOf ?? []).map((one) => not(one)) }];
    case "allOf":
      return (schema.allOf ?? []).map(not);
    case "not":
      return [schema.not ?? true];
    default:
      throw new UnsupportedKeywordError(
        keyword,
        pointer,
        "what is not to hold is made of types, members, sets of values, bounds and lengths",
      );
  }
}

const not = (schema: AnySchema): AnySchema => (typeof schema === "boolean" ? !schema : { not: schema });
const otherThan = (values: readonly unknown[]): Keywords => ({ "x-other-than": values });

function otherTypes(schema: Keywords): readonly AnySchema[] {
  const stated = typesOf(schema) ?? [];
  // JSON Schema has no type for numbers that are not integers.
  const others = ALL_TYPES.filter(
    (type) => !stated.includes(type) && !(type === "number" && stated.includes("integer")),
  );
  return others.length === 0 ? [] : [{ type: others }];
}
