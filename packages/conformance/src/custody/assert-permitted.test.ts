import { bindContract, neutral } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { exchangeOf, scripted } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import { custodyParts } from "../kernel/custody-parts.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { testTarget } from "../target/target.test-support.ts";
import { assertPermitted } from "./assert-permitted.ts";
import { Custody } from "./custody.ts";
import { HandsOffError } from "./hands-off-error.ts";

const contract = bindContract(neutral);
const PERMISSION =
  'and nothing undoes that: to permit irreversible changes, add --allow irreversible or "allow: [irreversible]" in the target file';

/** The error for a body; `undefined` if the body passes. */
function saidOf(
  operation: "createMigration" | "updateAuditing" | "updateBackupSchedule" | "validateMigration",
  text: string | undefined,
  mayLast = false,
  bound = contract,
): string | undefined {
  try {
    assertPermitted(operation, text, bound, mayLast);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(HandsOffError);
    return error instanceof Error ? error.message : String(error);
  }
}

describe("needsPermission, for a body with a command", () => {
  it("refuses the body, and names the member, its effect and the permission", () => {
    expect(saidOf("updateBackupSchedule", '{"updateSnapshots":true}')).toBe(
      `updateBackupSchedule with updateSnapshots may change the expiry of existing snapshots, ${PERMISSION}`,
    );
    expect(saidOf("updateBackupSchedule", '{"deleteCopiedBackups":[{}]}')).toBe(
      `updateBackupSchedule with deleteCopiedBackups may delete copies of backups in other regions, ${PERMISSION}`,
    );
  });

  it("accepts it with the permission, and accepts a body without a command", () => {
    expect(saidOf("updateBackupSchedule", '{"updateSnapshots":true}', true)).toBeUndefined();
    for (const text of [undefined, "{}", '{"updateSnapshots":false,"deleteCopiedBackups":[]}'])
      expect(saidOf("updateBackupSchedule", text), text).toBeUndefined();
    expect(saidOf("updateAuditing", '{"updateSnapshots":true,"dropEnabled":true}')).toBeUndefined();
  });

  it("never accepts a command that destroys the user's data", () => {
    for (const operation of ["createMigration", "validateMigration"] as const)
      for (const mayLast of [false, true])
        for (const text of ['{"dropEnabled":true}', '{"DropEnabled":"yes"}', '{"dropEnabled":true', "dropEnabled=1"])
          expect(saidOf(operation, text, mayLast), text).toBe(
            `${operation} with dropEnabled may drop every collection of the destination cluster, so the run never sends it`,
          );
    expect(saidOf("createMigration", '{"dropEnabled":false}')).toBeUndefined();
  });

  it("uses the field names of the target's contract", () => {
    const bound = bindContract({ ...neutral, fields: { dropEnabled: "wipes" } });
    expect(saidOf("createMigration", '{"wipes":true}', true, bound)).toContain("createMigration with wipes may drop");
    expect(saidOf("createMigration", '{"dropEnabled":true}', true, bound)).toBeUndefined();
  });
});

describe("Custody", () => {
  /** The operations that reach the target for a call. */
  async function sent(call: Call, isAllowed = true): Promise<readonly string[]> {
    const target = testTarget("http://127.0.0.1:1", {
      allow: new Set(isAllowed ? ["read", "create", "update", "costly", "irreversible"] : ["read", "update"]),
      fixtures: { groupId: "32b6e34b3d91647abb20e7b8", clusterName: "Cluster0" },
    });
    const { ask, calls } = scripted(() => exchangeOf(200, {}));
    const parts = custodyParts(target, () => emptyWorld(target), { ask, pass: async () => undefined });
    const custody = new Custody(parts, { append: () => undefined });
    await custody.carry(call, "A", () => ask(call)).catch((error) => expect(error).toBeInstanceOf(HandsOffError));
    return calls.map(({ operation }) => operation);
  }
  const migration = (change: Partial<Call>): Call => ({ operation: "createMigration", version: "2", ...change });

  it("sends no request for a forbidden command, however the body is written", async () => {
    expect(await sent(migration({ body: { dropEnabled: true } }))).toEqual([]);
    expect(await sent(migration({ rawBody: '{"dropEnabled":true,"dropEnabled":false}' }))).toEqual([]);
    expect(await sent({ ...migration({ body: { dropEnabled: 1 } }), operation: "validateMigration" })).toEqual([]);
    expect(await sent(migration({ body: { dropEnabled: false } }))).toEqual(["createMigration"]);
  });

  it("sends a command that needs a permission only with it, and otherwise not even a read", async () => {
    const update: Call = { operation: "updateBackupSchedule", version: "2", body: { updateSnapshots: true } };
    expect(await sent(update, false)).toEqual([]);
    expect(await sent(update)).toContain("updateBackupSchedule");
  });
});
