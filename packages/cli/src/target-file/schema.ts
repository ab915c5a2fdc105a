import { FIXTURES } from "@plumbline/conformance";
import { OPERATION_IDS, operations, ROLES, SPEED } from "@plumbline/schemas";
import { CREATES } from "./creates.ts";

/*
 * Messages about a wrong value use the description of its schema as the expectation.
 */

const text = { type: "string", minLength: 1, description: "a text" } as const;
const variable = {
  type: "string",
  minLength: 1,
  description: "the name of an environment variable, such as PLUMBLINE_PRIVATE_KEY",
} as const;
const texts = {
  type: "object",
  additionalProperties: text,
  description: "names with texts",
} as const;
const flag = { type: "boolean", description: "true or false" } as const;
const closed = (properties: Readonly<Record<string, unknown>>, required: readonly string[] = []) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
  description: `names with values, of ${Object.keys(properties).slice(0, 5).join(", ")}${Object.keys(properties).length > 5 ? ", ..." : ""}`,
});
const halves = (one: string, other: string) => ({
  if: { required: [one] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nothing awaits a schema.
  then: { required: [other] },
});
const key = {
  ...closed({ public: variable, private: variable }, ["public", "private"]),
  description: "both halves of a key, such as { public: OWN_PUBLIC_KEY, private: OWN_PRIVATE_KEY }",
};
/** The main credential: a key, a service account or a token; a pair needs both halves. */
const main = {
  ...closed({ public: variable, private: variable, id: variable, secret: variable, token: variable }),
  minProperties: 1,
  description:
    "a key, such as { public: OWN_PUBLIC_KEY, private: OWN_PRIVATE_KEY }, a service account (id, secret) or a token (token)",
  allOf: [
    ["public", "private"],
    ["id", "secret"],
  ].flatMap(([one = "", other = ""]) => [halves(one, other), halves(other, one)]),
};
const account = {
  ...closed({ id: variable, secret: variable }, ["id", "secret"]),
  description: "both halves of a service account, such as { id: OWN_CLIENT_ID, secret: OWN_CLIENT_SECRET }",
};
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const route = {
  type: ["string", "object"],
  pattern: "^absent$",
  properties: {
    method: { enum: METHODS, description: `one of ${METHODS.join(", ")}` },
    path: { type: "string", description: 'a path, such as "/groups/{groupId}/alerts"' },
  },
  required: ["path"],
  additionalProperties: false,
  description: 'absent, or a path such as { path: "/groups/{groupId}/alerts" }',
} as const;
const operation = {
  ...route,
  properties: { ...route.properties, "1.0": route, "2": route },
  required: [],
  minProperties: 1,
  dependencies: { method: ["path"] },
} as const;
const list = (items: Readonly<Record<string, unknown>>, description: string) => ({
  type: "array",
  items,
  uniqueItems: true,
  description,
});
/** A number of milliseconds; for a text with another unit, `remedy` suggests the converted number. */
export const milliseconds = {
  type: "integer",
  minimum: 1,
  maximum: 600_000,
  description: "a whole number of milliseconds, from 1 to 600000",
} as const;

/** How many records may stay; 0 is valid. */
const records = {
  type: "integer",
  minimum: 0,
  maximum: 999_999_999,
  description: "how many records may stay: a whole number, 0 or more",
} as const;

/** Permissions that a target file can give; reading needs none. */
export const PERMISSIONS = ["create", "update", "delete", "costly", "irreversible", "quota"] as const;

/** Areas of the interface; each has several operations. */
export const AREAS: readonly string[] = [...new Set(OPERATION_IDS.map((id) => operations[id].area))];

/** Values of `offers`: areas of the interface, and single operations. */
export const OFFERS: readonly string[] = [...AREAS, ...OPERATION_IDS];

const TOKEN = "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$";
const header = { type: "string", pattern: TOKEN, description: "the name of a header, such as X-Ours-Version" } as const;

/** The schema of a target file. Every object is closed, so that a misspelt name does not go unnoticed. */
export const targetFileSchema = closed(
  {
    name: text,
    baseUrl: { ...text, description: "a URL such as http://127.0.0.1:8080" },
    metricsUrl: { ...text, description: "a URL such as http://127.0.0.1:8080/metrics/v1.0" },
    versions: {
      ...list({ enum: ["1.0", "2"], description: '"1.0" or "2"' }, 'a list, such as ["1.0", "2"]'),
      minItems: 1,
    },
    profile: {
      ...closed({
        base: text,
        name: text,
        product: text,
        fields: texts,
        headers: { type: "object", additionalProperties: header, description: "names of headers with their new names" },
        values: {
          type: "object",
          additionalProperties: { ...texts, description: "the values of one member, such as { TEAM_CHAT: CHATTER }" },
          description: "names of members with their values, such as { typeName: { TEAM_CHAT: CHATTER } }",
        },
        moreValues: {
          type: "object",
          additionalProperties: list(text, "a list, such as [CANCELLED]"),
          description: "names of sets with lists of values, such as { alert.status: [CANCELLED] }",
        },
        providerCodes: list(text, "a list, such as [NIMBUS, CIRRUS, STRATUS]"),
        analyzerPrefix: {
          type: "string",
          pattern: "^\\S*[^\\s.]$",
          description: "the prefix of analyzer names, without the dot",
        },
        connectionScheme: {
          type: "string",
          pattern: "^[a-z][a-z0-9]*$",
          description: "the scheme of connection strings in lower case, without :// or +srv",
        },
        oldestDate: {
          type: "string",
          pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$",
          description: 'a date such as "2024-01-31"',
        },
        acceptDate: {
          type: "string",
          pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$",
          description: 'a date such as "2024-01-31"',
        },
        tokenScheme: { type: "string", pattern: TOKEN, description: "one word, such as Bearer" },
      }),
      type: ["string", "object"],
      minLength: 1,
      description:
        "the name of a profile, such as atlas, or one with changes, such as { base: neutral, product: ours }",
    },
    operations: {
      ...closed(Object.fromEntries(OPERATION_IDS.map((id) => [id, operation]))),
      description: "ids of operations with paths, such as { listAlerts: absent }",
    },
    offers: {
      ...list(
        {
          enum: [...OFFERS],
          description: "an area or the id of an operation (without offers, the server has all of them)",
        },
        "a list, such as [alerts, getAuditing]",
      ),
      minItems: 1,
    },
    credentials: closed({
      main,
      noRole: {
        ...closed({ public: variable, private: variable, stranger: { type: "boolean" } }, ["public", "private"]),
        description: `${key.description}, and stranger: true if it is not a member of the organization`,
      },
      otherProject: key,
      roles: closed(Object.fromEntries(ROLES.map((role) => [role, key]))),
      serviceAccount: account,
      blockedServiceAccount: account,
      metrics: {
        ...closed({ username: variable, password: variable }, ["username", "password"]),
        description: "{ username: OWN_METRICS_USER, password: OWN_METRICS_PASSWORD }",
      },
    }),
    authentication: {
      enum: ["none"],
      description: "none, if the server asks for no credentials (otherwise leave it out)",
    },
    roles: {
      anyOf: [{ const: "none" }, { type: "array", items: { enum: [...ROLES] }, minItems: 1 }],
      description: `none, if every key may do everything; a list such as [Project Read Only, Project Owner], if the server has only some of the roles ${ROLES.join(", ")}`,
    },
    skip: list(
      {
        ...closed({ id: text, reason: text }, ["id", "reason"]),
        description: 'a requirement with the reason, such as { id: "SRCH-*", reason: not built yet }',
      },
      'a list, such as [{ id: "SRCH-*", reason: not built yet }]',
    ),
    fixtures: closed(Object.fromEntries(FIXTURES.map((name) => [name, text]))),
    alertConfiguration: { type: "object", description: "the body of a request, as names with values" },
    allow: list(
      { enum: PERMISSIONS, description: `one of ${PERMISSIONS.join(", ")} (reading needs none)` },
      "a list, such as [create, update, delete]",
    ),
    limits: {
      ...closed(Object.fromEntries(CREATES.map((id) => [id, records]))),
      description: "operations that create, with the number of records that may stay, such as { createCluster: 2 }",
    },
    mock: flag,
    cleartext: flag,
    speed: { type: "number", ...SPEED, description: `a number from ${SPEED.minimum} to ${SPEED.maximum}` },
    rate: {
      type: ["number", "string"],
      exclusiveMinimum: 0,
      pattern: "^[1-9]\\d*/(s|min)$",
      description: "a number of requests per second or a text such as 100/min, more than 0",
    },
    timeouts: {
      ...closed({ connect: milliseconds, head: milliseconds, body: milliseconds, total: milliseconds }),
      description: "milliseconds by name, such as { total: 20000 }",
    },
    tls: { ...closed({ ca: text, insecure: flag }), description: "names with values, such as { ca: ./ca.pem }" },
  },
  ["baseUrl"],
);
