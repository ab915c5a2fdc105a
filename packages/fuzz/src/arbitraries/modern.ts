import type { AnySchema, Keywords } from "./keywords.ts";

/** Keywords of earlier drafts, in which most schemas in use are written. */
interface Earlier {
  readonly dependencies?: Readonly<Record<string, AnySchema | readonly string[]>>;
  readonly additionalItems?: AnySchema;
  readonly items?: unknown;
  readonly exclusiveMinimum?: unknown;
  readonly exclusiveMaximum?: unknown;
}

/** Converts a schema to 2020-12: lists of `items`, `dependencies`, and bounds made exclusive by a boolean. */
export function modern(schema: Keywords): Keywords {
  const { dependencies, additionalItems = true, items, exclusiveMinimum, exclusiveMaximum } = schema as Earlier;
  const rewrites: readonly Keywords[] = [
    ...(Array.isArray(items) ? [{ prefixItems: items, items: additionalItems }] : []),
    ...(dependencies === undefined ? [] : [dependent(schema, dependencies)]),
    ...(typeof exclusiveMinimum === "boolean" ? [bound("Minimum", schema.minimum, exclusiveMinimum)] : []),
    ...(typeof exclusiveMaximum === "boolean" ? [bound("Maximum", schema.maximum, exclusiveMaximum)] : []),
  ];
  if (rewrites.length === 0) return schema;
  const whole: Readonly<Record<string, unknown>> = Object.assign({}, schema, { dependencies: undefined }, ...rewrites);
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined));
}

function dependent(schema: Keywords, dependencies: NonNullable<Earlier["dependencies"]>): Keywords {
  const entries = Object.entries(dependencies);
  const names = entries.flatMap(([name, needs]) => (isNames(needs) ? [[name, needs] as const] : []));
  const schemas = entries.flatMap(([name, needs]) => (isNames(needs) ? [] : [[name, needs] as const]));
  return {
    ...(names.length > 0 && { dependentRequired: { ...Object.fromEntries(names), ...schema.dependentRequired } }),
    ...(schemas.length > 0 && { dependentSchemas: { ...Object.fromEntries(schemas), ...schema.dependentSchemas } }),
  };
}

const isNames = (needs: AnySchema | readonly string[]): needs is readonly string[] => Array.isArray(needs);

/** A bound of draft 4. An exclusive bound replaces the inclusive one. */
function bound(side: "Minimum" | "Maximum", value: number | undefined, isOpen: boolean): Keywords {
  const closed = side === "Minimum" ? "minimum" : "maximum";
  return { [closed]: isOpen ? undefined : value, [`exclusive${side}`]: isOpen ? value : undefined };
}
