import { type JsonSchema, ROLES, recordId } from "@plumbline/schemas";
import { bodySchema, type Kind, kindsWithin } from "./kinds.ts";

const name: JsonSchema = { type: "string", minLength: 1, maxLength: 64 };
const variable: JsonSchema = { type: "string", pattern: "^[A-Za-z_][A-Za-z0-9_]*$", maxLength: 128 };
const id: JsonSchema = { ...recordId, description: "The id, of 24 hexadecimal digits; one that is left out is made." };
const age: JsonSchema = {
  type: "string",
  description: "How old it is at the start, as an ISO 8601 duration such as P2D or PT3H.",
  examples: ["P2D"],
};

const closed = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []): JsonSchema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

/** A body with members beside it; nothing that the contract says of it is lost. */
const beside = (schema: JsonSchema, more: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  ...schema,
  properties: { ...schema.properties, ...more },
});

const acknowledgement = bodySchema("acknowledgeAlert");

const alert: JsonSchema = closed({
  id,
  age,
  status: { type: "string", enum: ["OPEN", "TRACKING", "CLOSED"], description: "OPEN unless it says otherwise." },
  ...acknowledgement.properties,
});

function record(kind: Kind): JsonSchema {
  const body = bodySchema(kind.operation);
  const description = `${kind.text}: the body of ${kind.operation}.`;
  if (!kind.many) return { ...body, description };
  const nested =
    kind.name === "clusters"
      ? Object.fromEntries(kindsWithin("cluster").map((one) => [one.name, record(one)]))
      : kind.name === "alertConfigurations"
        ? { alerts: { type: "array", items: alert, description: "alerts that it raised." } as const }
        : {};
  return { type: "array", description, items: beside(body, { id, age, ...nested }) };
}

const grant = {
  roles: { type: "array", items: { type: "string", enum: ROLES }, minItems: 1 },
  projects: { type: "array", items: name, description: "Names of projects; all of the organization unless stated." },
  organization: { ...name, description: "The name of an organization; the first unless stated." },
} as const satisfies Readonly<Record<string, JsonSchema>>;

/** The form of a world of a person's own, for editors as well. */
export const worldSchema: JsonSchema = closed({
  extends: {
    type: "string",
    enum: ["empty", "default"],
    description: "default: the seeded world is there too. empty, as unless stated: nothing but what stands here.",
  },
  organizations: { type: "array", items: closed({ name, id }, ["name"]) },
  projects: {
    type: "array",
    items: closed(
      {
        name,
        id,
        organization: grant.organization,
        ...Object.fromEntries(kindsWithin("project").map((kind) => [kind.name, record(kind)])),
      },
      ["name"],
    ),
  },
  keys: {
    type: "array",
    description:
      "API keys beside those that every server has. Halves are names of environment variables, never secrets.",
    items: closed({ public: variable, private: variable, ...grant }, ["public", "private", "roles"]),
  },
  serviceAccounts: {
    type: "array",
    description: "Service accounts beside those that every server has, by names of environment variables.",
    items: closed({ id: variable, secret: variable, ...grant }, ["id", "secret", "roles"]),
  },
});
