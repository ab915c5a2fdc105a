import { exampleOf, OPERATION_IDS, type OperationId, operations, type Role } from "@plumbline/schemas";
import { describe, expect, test } from "vitest";
import type { Call, Caller } from "../caller.test-support.ts";
import { KEY_LABELS, type KeyLabel, ROLE_OF_LABEL } from "../key-labels.ts";
import { running } from "../running.test-support.ts";
import { makeSecrets } from "../secrets.ts";
import { faults } from "./faults.ts";
import { numberOf } from "./number-of.ts";

/** Faults that exist once per operation: all are on at once, and each shows in its own operation. */
const secrets = makeSecrets();
const honest = await running({ secrets });

const concerned = (layer: string): readonly OperationId[] =>
  OPERATION_IDS.filter((id) => faults.some((fault) => fault.id === `${layer}-${numberOf(id)}`));

async function answer(caller: Caller, id: OperationId, call: Call): Promise<unknown> {
  const { status, text } = await caller.call(id, call);
  return { status, text };
}

const ROLE_OF: Partial<Record<KeyLabel, Role>> = ROLE_OF_LABEL;

/** A key whose only role is one that the operation accepts. */
function keyFor(id: OperationId): KeyLabel {
  const { roles } = operations[id];
  const [role] = typeof roles === "string" ? ["Project Read Only" as const] : roles;
  const label = KEY_LABELS.find((one) => ROLE_OF[one] === role);
  if (label === undefined) throw new Error(`there is a key for every role: ${role}`);
  return label;
}

/** The defaults of the operation, stated in a query. */
function spelledOutQuery(id: OperationId): string {
  const given = operations[id].query.map(({ name, schema }) => [name, String(schema.default ?? exampleOf(schema))]);
  return given.map((pair) => pair.join("=")).join("&");
}

describe.each([
  ["RO", (id: OperationId): Call => ({ key: honest.reference.keys[keyFor(id)] })],
  ["QP", (id: OperationId): Call => ({ query: spelledOutQuery(id) })],
] as const)("faults %s", async (layer, callFor) => {
  const ids = concerned(layer);
  const faulty = await running({ secrets, faults: ids.map((id) => `${layer}-${numberOf(id)}`) });

  test("are all accounted for", () => {
    expect(ids.length).toBeGreaterThan(OPERATION_IDS.length / 2);
    expect(faults.filter(({ id }) => id.startsWith(`${layer}-`))).toHaveLength(ids.length);
  });

  // Intentionally without a body: the server checks caller and parameters before it reads the body.
  test.each(ids)("of %s changes its answer", async (id) => {
    const call = callFor(id);
    const [one, other] = [await answer(honest, id, call), await answer(faulty, id, call)];
    expect(other).not.toEqual(one);
    expect(other).toMatchObject({ status: layer === "RO" ? 403 : 400 });
  });
});
