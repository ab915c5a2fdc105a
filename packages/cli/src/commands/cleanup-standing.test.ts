import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Reference, startReference } from "@plumbline/reference";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inventoryOf } from "../inventory.test-support.ts";
import { call } from "../main-call.test-support.ts";
import { exportLines, referenceTargetText } from "../targets/file-of-reference.ts";

const ALL = "create,update,delete,costly,irreversible";
const STAYING = [
  "createCloudAccessRole",
  "createCluster",
  "createExportJob",
  "createMigration",
  "createRestoreJob",
  "createServerlessRestoreJob",
  "validateMigration",
];
const NEVER_MADE = "32b6e34b3d91647abb20e7b8";

const folder = mkdtempSync(join(tmpdir(), "plumbline-standing-"));
const target = join(folder, "target.yml");
let reference: Reference;
let environment: Readonly<Record<string, string>>;
/** The lines of a journal of a run that created one record of each kind that stays. */
let lines: readonly string[];

beforeAll(async () => {
  reference = await startReference({ seed: 3 });
  writeFileSync(target, referenceTargetText(reference).replace(/^allow:\n(?: {2}- .*\n)*/m, `allow: [${ALL}]\n`));
  environment = Object.fromEntries(
    exportLines(reference)
      .trim()
      .split("\n")
      .map((line) => line.slice("export ".length).split("=", 2) as [string, string]),
  );
  const out = join(folder, "out");
  await call(
    ["run", "--target", target, "--out", out, "--quiet", "--format", "json", "--operation", STAYING.join(",")],
    environment,
  );
  lines = readFileSync(join(out, "journal.ndjson"), "utf8").trim().split("\n");
});
afterAll(async () => {
  await reference.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs cleanup on a journal of these lines. */
async function cleanup(journal: readonly string[], ...flags: readonly string[]) {
  const from = join(folder, "journal.ndjson");
  writeFileSync(from, `${journal.join("\n")}\n`);
  return call(["cleanup", "--target", target, "--from", from, ...flags], environment);
}

const eventsOf = (type: string, operation?: string): readonly Readonly<Record<string, unknown>>[] =>
  lines
    .filter((line) => line.startsWith(`{"type":"${type}"`))
    .map((line) => JSON.parse(line))
    .filter((event) => operation === undefined || event.operation === operation);

/** A journal of the first line, the places, and these events. */
const crafted = (...events: readonly object[]): readonly string[] => [
  lines[0] ?? "",
  ...lines.filter((line) => line.startsWith('{"type":"place"')),
  ...events.map((event) => JSON.stringify(event)),
];

const idsIn = (value: unknown): readonly string[] => JSON.stringify(value ?? null).match(/\b[0-9a-f]{24}\b/g) ?? [];

describe("what stands after a cleanup", () => {
  it("is told by operation and id, as often as it is asked for", async () => {
    const first = await cleanup(lines);
    const made = eventsOf("made").filter(({ operation }) => STAYING.includes(String(operation)));
    expect(made.length).toBeGreaterThan(STAYING.length);
    for (const { operation, id } of made) expect(first.out).toContain(`⚓ ${id} of ${operation} stays: `);
    for (const operation of STAYING) expect(first.out).toMatch(new RegExp(`^⚓ \\S+ of ${operation} stays: `, "m"));
    const anchors = first.out.match(/^⚓/gm)?.length;
    expect([first.code, first.out]).toEqual([
      0,
      expect.stringMatching(new RegExp(`\\n${anchors} records stay, as you permitted\\n$`)),
    ]);
    expect(await cleanup(lines)).toEqual(first);
  });

  it("is one JSON document for programs", async () => {
    const { code, out } = await cleanup(lines, "--json");
    const { counts, records, ...about } = JSON.parse(out);
    expect([code, about]).toEqual([
      0,
      { target: reference.url, journal: join(folder, "journal.ndjson"), skippedLines: 0 },
    ]);
    expect(counts).toEqual({ removed: 0, restored: 0, disturbed: 0, stays: records.length, left: 0 });
    expect(records).toContainEqual({
      operation: "createMigration",
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      path: { groupId: reference.world.projectId },
      state: "stays",
      note: "no operation removes a migration",
    });
    const refused = await cleanup(lines, "--json", "--dry-run");
    expect([refused.code, refused.note]).toEqual([2, expect.stringContaining("leave one of them out")]);
  });

  it("is looked at only after a dry run said so", async () => {
    const { code, out } = await cleanup(lines, "--dry-run");
    expect(code).toBe(0);
    expect(out).toMatch(/^would check what remains of createMigration: [0-9a-f]{24}$/m);
  });

  it.each(STAYING)("is told of %s whether or not the run had given account of it", async (operation) => {
    const [intent] = eventsOf("intent", operation);
    const made = eventsOf("made", operation).find(({ entry }) => entry === intent?.["entry"]);
    const { code, out } = await cleanup(crafted({ ...intent }, { ...made }));
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        new RegExp(`^⚓ ${made?.["id"]} of ${operation} stays: .*\n1 record stays, as you permitted\n$`),
      ),
    ]);
  });

  it.each(STAYING.filter((one) => one !== "createCluster"))(
    "is not what a read shows to be gone: %s",
    async (operation) => {
      const [intent] = eventsOf("intent", operation);
      const made = { type: "made", entry: intent?.["entry"], operation, id: NEVER_MADE };
      const stays = { type: "undone", entry: intent?.["entry"], operation, id: NEVER_MADE, state: "stays", note: "x" };
      for (const journal of [crafted({ ...intent }, made), crafted({ ...intent }, made, stays)])
        expect(await cleanup(journal)).toEqual({
          code: 0,
          out: `✔ ${NEVER_MADE} of ${operation} is gone\nnothing of that run is left\n`,
          note: "",
        });
    },
  );

  it("may have come of a request that was not answered", async () => {
    const [migration] = eventsOf("intent", "createMigration");
    const unlisted = await cleanup(crafted({ ...migration }));
    expect([unlisted.code, unlisted.out]).toEqual([
      0,
      "⚓ without an id of createMigration stays: the request got no answer, and nothing shows whether it created a record; no operation removes a migration\n1 record stays, as you permitted\n",
    ]);
    expect(JSON.parse((await cleanup(crafted({ ...migration }), "--json")).out).records).toMatchObject([{ id: null }]);

    const [role] = eventsOf("intent", "createCloudAccessRole");
    const listed = await cleanup(crafted({ ...role }));
    expect([listed.code, listed.out]).toEqual([
      0,
      expect.stringMatching(
        /^⚓ [0-9a-f]{24} of createCloudAccessRole stays: it may be the result of a request that got no answer; .*\n1 record/,
      ),
    ]);
    const place = eventsOf("place").find(({ list }) => list === "listCloudAccessRoles");
    const known = idsIn((await inventoryOf(reference))["listCloudAccessRoles"]);
    const nothingNew = [lines[0] ?? "", JSON.stringify({ ...place, ids: known }), JSON.stringify(role)];
    expect(await cleanup(nothingNew)).toEqual({ code: 0, out: "nothing of that run is left\n", note: "" });
    const unread = await cleanup([lines[0] ?? "", JSON.stringify(role)]);
    expect(unread.out).toMatch(/^⚓ without an id of createCloudAccessRole stays: .*nothing shows whether/);
  });

  it("is left when the run saw its removal accepted and the list shows it still", async () => {
    const { busiestAlertConfigId: id, projectId: groupId } = reference.world;
    const path = { groupId };
    const common = { entry: 0, operation: "createAlertConfig" };
    const intent = { type: "intent", ...common, version: "2", path, marked: true, listedAt: {} };
    const { code, out } = await cleanup(
      crafted(intent, { type: "made", ...common, id }, { type: "undone", ...common, id, state: "removed" }),
    );
    expect([code, out]).toEqual([
      7,
      `✘ ${id} of createAlertConfig is left: the target accepted its removal, but the list still shows it\n1 record is left\n`,
    ]);
  });
});
