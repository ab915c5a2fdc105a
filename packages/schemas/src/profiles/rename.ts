import type { JsonSchema } from "../json-schema.ts";
import { ANALYZER_PREFIX, CONNECTION_SCHEME, PROVIDER_CODES } from "../vocabulary.ts";
import type { Profile } from "./profile.ts";

/** Members whose values are provider codes: a profile lists its codes once, in `providerCodes`, for all of them. */
export const PROVIDER_MEMBERS = ["cloudProvider", "encryptionAtRestProvider", "providerName"];

/** Members with a value that is called after the product: `<PRODUCT>_MANAGED` in the description. */
const PRODUCT_MEMBERS = ["configServerManagementMode"];

/** Members that are called after a provider, the first or the second: its code as a word, and this. */
const CALLED_AFTER: Readonly<Record<string, readonly [provider: number, rest: string]>> = {
  providerAIamRoles: [0, "IamRoles"],
  providerBServicePrincipals: [1, "ServicePrincipals"],
};

/** Members that name an analyzer: a built-in one carries the profile's prefix on the wire. */
export const ANALYZER_MEMBERS = ["analyzer", "searchAnalyzer"];

/** Members that hold a connection string. */
export const CONNECTION_MEMBERS = [
  "connectionString",
  "engineURI",
  "engineURIWithOptions",
  "private",
  "privateSrv",
  "srvAddress",
  "srvConnectionString",
  "srvShardOptimizedConnectionString",
  "standard",
  "standardSrv",
];

/** Members that hold a map of connection strings: its values stand under the name of the map. */
const CONNECTION_MAPS = ["providerPrivateLink", "providerPrivateLinkSrv"];

/** The wire name of a body member under a profile. */
export function fieldName(profile: Profile, neutralName: string): string {
  return own(profile.fields, neutralName) ?? calledAfter(profile, neutralName) ?? neutralName;
}

/** `awsIamRoles` where the first provider's code is AWS. */
function calledAfter({ providerCodes }: Profile, neutralName: string): string | undefined {
  const [provider, rest] = own(CALLED_AFTER, neutralName) ?? [-1, ""];
  const code = providerCodes[provider];
  return code && code.toLowerCase().replaceAll(/[^a-z0-9]+(.?)/g, (_, next: string) => next.toUpperCase()) + rest;
}

/** The wire name of a header under a profile. */
export function headerName(profile: Profile, neutralName: string): string {
  return own(profile.headers, neutralName) ?? neutralName;
}

/** The wire form of a value that the contract fixes, such as a notification kind; `member` is the neutral name it stands under. */
export function wireValue<T>(profile: Profile, member: string, value: T): T | string {
  if (typeof value !== "string") return value;
  if (ANALYZER_MEMBERS.includes(member)) return withPrefix(value, ANALYZER_PREFIX, profile.analyzerPrefix);
  if (isConnection(member)) return withScheme(value, CONNECTION_SCHEME, schemeOf(profile));
  const values = valueNames(profile, member);
  return values === undefined ? value : (own(values, value) ?? value);
}

/**
 * A schema as the target speaks it: members renamed, fixed values renamed, closed sets widened by what the profile adds.
 * `member` is the neutral name under which the schema stands.
 */
export function renameSchema(profile: Profile, schema: JsonSchema, member = ""): JsonSchema {
  const rename = (inner: JsonSchema): JsonSchema => renameSchema(profile, inner, member);
  const value = <T>(one: T): T | string => wireValue(profile, member, one);
  const body = <T>(one: T): T => mapBody(one, member, wireNames(profile)) as T;
  const members = (named: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> =>
    Object.fromEntries(
      Object.entries(named).map(([name, inner]) => [fieldName(profile, name), renameSchema(profile, inner, name)]),
    );
  const set = schema["x-values"];
  const more = set === undefined ? [] : (profile.moreValues[set] ?? []);
  return {
    ...schema,
    ...(schema.properties && { properties: members(schema.properties) }),
    ...(schema.required && { required: schema.required.map((name) => fieldName(profile, name)) }),
    ...(schema.items && { items: rename(schema.items) }),
    ...(typeof schema.additionalProperties === "object" && {
      additionalProperties: rename(schema.additionalProperties),
    }),
    ...(schema.oneOf && { oneOf: schema.oneOf.map(rename) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(rename) }),
    ...(schema.allOf && { allOf: schema.allOf.map(rename) }),
    ...(schema.not && { not: rename(schema.not) }),
    ...(schema.if && { if: rename(schema.if) }),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nothing awaits a schema.
    ...(schema.then && { then: rename(schema.then) }),
    ...(schema.else && { else: rename(schema.else) }),
    ...(schema.dependentRequired && {
      dependentRequired: Object.fromEntries(
        Object.entries(schema.dependentRequired).map(([name, needed]) => [
          fieldName(profile, name),
          needed.map((one) => fieldName(profile, one)),
        ]),
      ),
    }),
    ...(schema.discriminator && {
      discriminator: { propertyName: fieldName(profile, schema.discriminator.propertyName) },
    }),
    ...(schema["x-suggested"] && { "x-suggested": rename(schema["x-suggested"]) }),
    ...(schema["x-also"] && { "x-also": members(schema["x-also"]) }),
    ...(schema.const !== undefined && { const: value(schema.const) }),
    ...(schema.enum && { enum: [...schema.enum.map(value), ...more] }),
    ...(schema.default !== undefined && { default: body(schema.default) }),
    ...(schema.examples && { examples: schema.examples.map(body) }),
    ...(schema["x-known-values"] && { "x-known-values": schema["x-known-values"].map(value) }),
  };
}

/** Whether any body in neutral words can read otherwise under a profile: where none can, a server need not look. */
export function renamesBodies(profile: Profile): boolean {
  return (
    Object.keys(profile.fields).length + Object.keys(profile.values).length > 0 ||
    profile.analyzerPrefix !== ANALYZER_PREFIX ||
    schemeOf(profile) !== CONNECTION_SCHEME ||
    managedBy(profile) !== "PRODUCT_MANAGED" ||
    PROVIDER_CODES.some((code, index) => (profile.providerCodes[index] ?? code) !== code)
  );
}

/** A body in neutral words, as the target speaks it. */
export function wireBody<T>(profile: Profile, body: T): T {
  return mapBody(body, "", wireNames(profile)) as T;
}

/** The inverse names of each profile: a server asks for them with every request. */
const inverses = new WeakMap<Profile, Names>();

/** A body from the wire in neutral words: the inverse of `wireBody`. */
export function neutralBody(profile: Profile, body: unknown): unknown {
  const known = inverses.get(profile);
  if (known !== undefined) return mapBody(body, "", known);
  const names = neutralNames(profile);
  inverses.set(profile, names);
  return mapBody(body, "", names);
}

function neutralNames(profile: Profile): Names {
  const names = new Set([...Object.keys(profile.fields), ...Object.keys(CALLED_AFTER)]);
  const fields = invert(Object.fromEntries([...names].map((name) => [name, fieldName(profile, name)])));
  const values = new Map(
    [...Object.keys(profile.values), ...PROVIDER_MEMBERS, ...PRODUCT_MEMBERS].map((member) => [
      fieldName(profile, member),
      invert(valueNames(profile, member) ?? {}),
    ]),
  );
  const analyzerMembers = ANALYZER_MEMBERS.map((member) => fieldName(profile, member));
  const connectionMembers = [...CONNECTION_MEMBERS, ...CONNECTION_MAPS].map((member) => fieldName(profile, member));
  const maps = CONNECTION_MAPS.map((member) => fieldName(profile, member));
  return {
    name: (name) => fields.get(name) ?? name,
    isMap: (member) => maps.includes(member),
    value: (member, value) => {
      if (typeof value !== "string") return value;
      if (analyzerMembers.includes(member)) return withPrefix(value, profile.analyzerPrefix, ANALYZER_PREFIX);
      if (connectionMembers.includes(member)) return withScheme(value, schemeOf(profile), CONNECTION_SCHEME);
      return values.get(member)?.get(value) ?? value;
    },
  };
}

/** Neutral value to wire value for one member; what the profile says about the member itself goes before what follows from the rest of it. */
function valueNames(profile: Profile, member: string): Readonly<Record<string, string>> | undefined {
  const stated = own(profile.values, member);
  if (PRODUCT_MEMBERS.includes(member)) return { PRODUCT_MANAGED: managedBy(profile), ...stated };
  if (!PROVIDER_MEMBERS.includes(member)) return stated;
  const codes = PROVIDER_CODES.map((code, index) => [code, profile.providerCodes[index] ?? code] as const);
  return { ...Object.fromEntries(codes), ...stated };
}

/** A segment of paths may have signs that a word of a set does not. */
const managedBy = ({ product }: Profile): string => `${product.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_")}_MANAGED`;

/** A name of the form `prefix.rest` with another prefix; any other name as it is. */
function withPrefix(name: string, from: string, to: string): string {
  return name.startsWith(`${from}.`) ? to + name.slice(from.length) : name;
}

const isConnection = (member: string): boolean =>
  CONNECTION_MEMBERS.includes(member) || CONNECTION_MAPS.includes(member);

const schemeOf = ({ connectionScheme = CONNECTION_SCHEME }: Profile): string => connectionScheme;

/** A connection string with another scheme; any other text as it is. */
function withScheme(text: string, from: string, to: string): string {
  const rest = text.startsWith(from) ? text.slice(from.length) : "";
  return /^(\+srv)?:\/\//.test(rest) ? to + rest : text;
}

interface Names {
  readonly name: (member: string) => string;
  /** Whether what is below a member stands under the name of that, whatever its own names are. */
  readonly isMap: (member: string) => boolean;
  /** `member` is the name under which the value stood before renaming. */
  readonly value: (member: string, leaf: unknown) => unknown;
}

const wireNames = (profile: Profile): Names => ({
  name: (member) => fieldName(profile, member),
  isMap: (member) => CONNECTION_MAPS.includes(member),
  value: (member, leaf) => wireValue(profile, member, leaf),
});

function invert(names: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(names).map(([neutralName, wireName]) => [wireName, neutralName]));
}

function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function mapBody(body: unknown, member: string, names: Names): unknown {
  if (Array.isArray(body)) return body.map((item) => mapBody(item, member, names));
  if (typeof body !== "object" || body === null) return names.value(member, body);
  // fromEntries defines properties, so a member called `__proto__` stays data.
  if (names.isMap(member))
    return Object.fromEntries(Object.entries(body).map(([key, inner]) => [key, mapBody(inner, member, names)]));
  return Object.fromEntries(Object.entries(body).map(([key, inner]) => [names.name(key), mapBody(inner, key, names)]));
}
