import { FIXTURES } from "@plumbline/conformance";
import { OPERATION_IDS, operations, ROLES, SPEED } from "@plumbline/schemas";

const text = { type: "string", minLength: 1 } as const;
const texts = { type: "object", additionalProperties: text } as const;
const closed = (properties: Readonly<Record<string, unknown>>, required: readonly string[] = []) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const halves = (one: string, other: string) => ({
  if: { required: [one] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nothing awaits a schema.
  then: { required: [other] },
});
const url = { type: "string", pattern: "^https?://[^/?#]+[^?#]*$" } as const;
const key = closed({ public: text, private: text }, ["public", "private"]);
/** The main credential: a key, a service account or a token; of a pair both halves are needed. */
const main = {
  ...closed({ public: text, private: text, id: text, secret: text, token: text }),
  minProperties: 1,
  allOf: [
    ["public", "private"],
    ["id", "secret"],
  ].flatMap(([one = "", other = ""]) => [halves(one, other), halves(other, one)]),
};
const account = closed({ id: text, secret: text }, ["id", "secret"]);
const place = {
  anyOf: [
    { const: "absent" },
    closed({ method: { enum: ["GET", "POST", "PUT", "PATCH", "DELETE"] }, path: { type: "string", pattern: "^/" } }, [
      "path",
    ]),
  ],
} as const;
const milliseconds = { type: "integer", minimum: 1, maximum: 600_000 } as const;

/** Permissions that a target file can give; reading needs none. */
export const PERMISSIONS = ["create", "update", "delete", "costly", "irreversible", "quota"] as const;

/** What can be offered: areas of the interface, and single operations. */
export const OFFERS: readonly string[] = [...new Set(OPERATION_IDS.map((id) => operations[id].area)), ...OPERATION_IDS];

/** The form of a target file. Every object is closed: a misspelt name must not go unnoticed. */
export const targetFileSchema = closed(
  {
    name: text,
    baseUrl: url,
    metricsUrl: url,
    versions: { type: "array", items: { enum: ["1.0", "2"] }, minItems: 1, uniqueItems: true },
    profile: {
      anyOf: [
        text,
        closed({
          base: text,
          name: text,
          product: text,
          fields: texts,
          headers: texts,
          values: { type: "object", additionalProperties: texts },
          moreValues: { type: "object", additionalProperties: { type: "array", items: text } },
          providerCodes: { type: "array", items: text },
          analyzerPrefix: text,
          connectionScheme: { type: "string", pattern: "^[a-z][a-z0-9]*$" },
          oldestDate: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" },
          tokenScheme: text,
        }),
      ],
    },
    operations: closed(
      Object.fromEntries(
        OPERATION_IDS.map((id) => [id, { anyOf: [...place.anyOf, closed({ "1.0": place, "2": place })] }]),
      ),
    ),
    offers: { type: "array", items: { enum: [...OFFERS] }, minItems: 1, uniqueItems: true },
    credentials: closed({
      main,
      noRole: key,
      otherProject: key,
      roles: closed(Object.fromEntries(ROLES.map((role) => [role, key]))),
      serviceAccount: account,
      blockedServiceAccount: account,
      metrics: closed({ username: text, password: text }, ["username", "password"]),
    }),
    fixtures: closed(Object.fromEntries(FIXTURES.map((name) => [name, text]))),
    alertConfiguration: { type: "object" },
    allow: { type: "array", items: { enum: PERMISSIONS }, uniqueItems: true },
    mock: { type: "boolean" },
    speed: { type: "number", ...SPEED },
    rate: { type: "number", exclusiveMinimum: 0 },
    timeouts: closed({ connect: milliseconds, head: milliseconds, body: milliseconds, total: milliseconds }),
    tls: closed({ ca: text, insecure: { type: "boolean" } }),
  },
  ["baseUrl"],
);
