import { type JsonSchema, ROLES, recordId } from "@plumbline/schemas";
import { bodySchema, type Kind, kindsWithin } from "./kinds.ts";

const name: JsonSchema = { type: "string", minLength: 1, maxLength: 64 };
const variable: JsonSchema = { type: "string", pattern: "^[A-Za-z_][A-Za-z0-9_]*$", maxLength: 128 };
const id: JsonSchema = {
  ...recordId,
  description: "The id, of 24 hexadecimal digits. Without it, the server creates one.",
};
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

/** A body schema with additional members; everything else in the schema stays. */
const beside = (schema: JsonSchema, more: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  ...schema,
  properties: { ...schema.properties, ...more },
});

const acknowledgement = bodySchema("acknowledgeAlert");

const alert: JsonSchema = closed({
  id,
  age,
  status: { type: "string", enum: ["OPEN", "TRACKING", "CLOSED"], description: "The default is OPEN." },
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
  projects: {
    type: "array",
    items: name,
    description: "Names of projects. The default is all projects of the organization.",
  },
  organization: { ...name, description: "The name of an organization. The default is the first." },
} as const satisfies Readonly<Record<string, JsonSchema>>;

/** The form of a user's world file, also for editors. */
export const worldSchema: JsonSchema = closed({
  extends: {
    type: "string",
    enum: ["empty", "default"],
    description:
      "default: the server also has its default records. empty (the default): the server has only the records of this file.",
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
      "API keys besides those that every server has. Both halves are names of environment variables, never secrets.",
    items: closed({ public: variable, private: variable, ...grant }, ["public", "private", "roles"]),
  },
  serviceAccounts: {
    type: "array",
    description: "Service accounts besides those that every server has, as names of environment variables.",
    items: closed({ id: variable, secret: variable, ...grant }, ["id", "secret", "roles"]),
  },
});
