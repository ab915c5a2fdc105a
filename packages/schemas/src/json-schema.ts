/** The types of JSON Schema 2020-12, section 6.1.1 of its validation vocabulary. */
export type JsonType = "object" | "array" | "string" | "number" | "integer" | "boolean" | "null";

/** The part of JSON Schema 2020-12 that the contract uses, and its own `x-` annotations (which assert nothing). */
export interface JsonSchema {
  readonly $id?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly const?: string | number | boolean | null;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly if?: JsonSchema;
  /** Applies if `if` accepts the value. */
  readonly then?: JsonSchema;
  readonly else?: JsonSchema;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly discriminator?: { readonly propertyName: string };
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  /** Names a closed set of values that a profile may widen. */
  readonly "x-values"?: string;
  /** Values known from public material where the description leaves the set open. */
  readonly "x-known-values"?: readonly string[];
  /** A form known from public material that the description does not show: for examples, never for verdicts. */
  readonly "x-suggested"?: JsonSchema;
  /** Known members that the description does not show: for readers of documents, never for verdicts. */
  readonly "x-also"?: Readonly<Record<string, JsonSchema>>;
  /** Breaking a keyword of this schema (not of one inside it) breaks a SHOULD instead of a MUST. */
  readonly "x-level"?: "SHOULD";
}

declare const valueType: unique symbol;

/** A JSON Schema with the type of its values at compile time; at run time it is a plain schema. */
export type Schema<T> = JsonSchema & { readonly [valueType]?: T };

/** The TypeScript type of the values that a schema accepts. */
export type Static<S> = S extends Schema<infer T> ? T : never;
