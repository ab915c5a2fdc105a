import type { JsonSchema } from "../json-schema.ts";
import { ANALYZER_PREFIX, CONNECTION_SCHEME, PROVIDER_CODES } from "../vocabulary.ts";
import type { Profile } from "./profile.ts";

/** Members whose values are provider codes: a profile lists its codes once, in `providerCodes`, for all of them. */
export const PROVIDER_MEMBERS = ["cloudProvider", "encryptionAtRestProvider", "providerName"];

/** Members with a value named after the product: `<PRODUCT>_MANAGED` in the description. */
const PRODUCT_MEMBERS = ["configServerManagementMode"];

/**
 * Members named after a provider: the index of the provider, whose code becomes the prefix, and the rest of the name.
 */
const CALLED_AFTER: Readonly<Record<string, readonly [provider: number, rest: string]>> = {
  providerAIamRoles: [0, "IamRoles"],
  providerBServicePrincipals: [1, "ServicePrincipals"],
};

/** Members that name an analyzer: on the wire, a built-in one has the profile's prefix. */
export const ANALYZER_MEMBERS = ["analyzer", "searchAnalyzer"];

/** Members that contain a connection string. */
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

/** Members that contain a map of connection strings, whose values have the name of the map. */
const CONNECTION_MAPS = ["providerPrivateLink", "providerPrivateLinkSrv"];

/** The wire name of a body member under a profile. */
export function fieldName(profile: Profile, neutralName: string): string {
  return own(profile.fields, neutralName) ?? calledAfter(profile, neutralName) ?? neutralName;
}

/** For example `awsIamRoles` if the code of the first provider is AWS. */
function calledAfter({ providerCodes }: Profile, neutralName: string): string | undefined {
  const [provider, rest] = own(CALLED_AFTER, neutralName) ?? [-1, ""];
  const code = providerCodes[provider];
  return code && code.toLowerCase().replaceAll(/[^a-z0-9]+(.?)/g, (_, next: string) => next.toUpperCase()) + rest;
}

/** The wire name of a header under a profile. */
export function headerName(profile: Profile, neutralName: string): string {
  return own(profile.headers, neutralName) ?? neutralName;
}

/**
 * The wire form of a value that the contract fixes, such as a notification kind; `member` is the neutral name of its
 * member.
 */
export function wireValue<T>(profile: Profile, member: string, value: T): T | string {
  if (typeof value !== "string") return value;
  if (ANALYZER_MEMBERS.includes(member)) return withPrefix(value, ANALYZER_PREFIX, profile.analyzerPrefix);
  if (isConnection(member)) return withScheme(value, CONNECTION_SCHEME, schemeOf(profile));
  const values = valueNames(profile, member);
  return values === undefined ? value : (own(values, value) ?? value);
}

/**
 * Converts a schema to the names of the target: renames members and fixed values, and extends closed sets by those of
 * the profile. `member` is the neutral name of the member that the schema describes.
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

/** Whether a profile changes any body in neutral names: if not, a server need not convert bodies. */
export function renamesBodies(profile: Profile): boolean {
  return (
    Object.keys(profile.fields).length + Object.keys(profile.values).length > 0 ||
    profile.analyzerPrefix !== ANALYZER_PREFIX ||
    schemeOf(profile) !== CONNECTION_SCHEME ||
    managedBy(profile) !== "PRODUCT_MANAGED" ||
    PROVIDER_CODES.some((code, index) => (profile.providerCodes[index] ?? code) !== code)
  );
}

/** Converts a body from neutral names to those of the target. */
export function wireBody<T>(profile: Profile, body: T): T {
  return mapBody(body, "", wireNames(profile)) as T;
}

/** Caches the inverse names of each profile, because a server needs them for every request. */
const inverses = new WeakMap<Profile, Names>();

/** Converts a body from the wire to neutral names: the inverse of `wireBody`. */
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

/**
 * Maps neutral values of one member to wire values. What the profile states for the member overrides what follows from
 * its other settings.
 */
function valueNames(profile: Profile, member: string): Readonly<Record<string, string>> | undefined {
  const stated = own(profile.values, member);
  if (PRODUCT_MEMBERS.includes(member)) return { PRODUCT_MANAGED: managedBy(profile), ...stated };
  if (!PROVIDER_MEMBERS.includes(member)) return stated;
  const codes = PROVIDER_CODES.map((code, index) => [code, profile.providerCodes[index] ?? code] as const);
  return { ...Object.fromEntries(codes), ...stated };
}

/** A path segment may contain characters that a value of a set may not. */
const managedBy = ({ product }: Profile): string => `${product.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_")}_MANAGED`;

/** Replaces the prefix of a name `prefix.rest`; returns other names unchanged. */
function withPrefix(name: string, from: string, to: string): string {
  return name.startsWith(`${from}.`) ? to + name.slice(from.length) : name;
}

const isConnection = (member: string): boolean =>
  CONNECTION_MEMBERS.includes(member) || CONNECTION_MAPS.includes(member);

const schemeOf = ({ connectionScheme = CONNECTION_SCHEME }: Profile): string => connectionScheme;

/** Replaces the scheme of a connection string; returns other texts unchanged. */
function withScheme(text: string, from: string, to: string): string {
  const rest = text.startsWith(from) ? text.slice(from.length) : "";
  return /^(\+srv)?:\/\//.test(rest) ? to + rest : text;
}

interface Names {
  readonly name: (member: string) => string;
  /** Whether the values of a member are named after it, whatever their own names are. */
  readonly isMap: (member: string) => boolean;
  /** `member` is the name of the value's member before renaming. */
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
  // fromEntries defines properties, so a member named `__proto__` stays data.
  if (names.isMap(member))
    return Object.fromEntries(Object.entries(body).map(([key, inner]) => [key, mapBody(inner, member, names)]));
  return Object.fromEntries(Object.entries(body).map(([key, inner]) => [names.name(key), mapBody(inner, key, names)]));
}
