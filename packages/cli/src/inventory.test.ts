import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { conduct, requirements, type Selection } from "@plumbline/conformance";
import { type Reference, startReference } from "@plumbline/reference";
import { describe, expect, it } from "vitest";
import { type Inventory, inventoryOf } from "./inventory.test-support.ts";
import { main } from "./main.ts";
import { readReport } from "./output/read-report.ts";
import { bundledProfile } from "./target-file/profile.ts";
import { exportLines, referenceTargetText } from "./targets/file-of-reference.ts";
import { targetOfReference } from "./targets/reference.ts";

/** PLUMBLINE_FULL tries every profile and time; otherwise a few of them. */
const full = process.env["PLUMBLINE_FULL"] !== undefined;

/** Lists of records that no operation removes. A run needs the permission costly or irreversible to create these. */
const STAYING = [
  "listClusters",
  "listCloudAccessRoles",
  "listExportJobs",
  "listRestoreJobs",
  "listServerlessRestoreJobs",
];
const REMOVABLE = "create,update,delete";
const PROGRAM = fileURLToPath(new URL("../bin/plumbline.mjs", import.meta.url));

/** A reference in this process, as a separate program knows it: by a target file and the environment. */
async function stranger(seed: number, allow: string) {
  const reference = await startReference({ seed });
  const folder = mkdtempSync(join(tmpdir(), "plumbline-inventory-"));
  const file = join(folder, "target.yml");
  writeFileSync(file, referenceTargetText(reference).replace(/^allow:\n(?: {2}- .*\n)*/m, `allow: [${allow}]\n`));
  const environment = Object.fromEntries(
    exportLines(reference)
      .trim()
      .split("\n")
      .map((line) => line.slice("export ".length).split("=", 2) as [string, string]),
  );
  const out = join(folder, "out");
  const run = (...more: readonly string[]) =>
    spawn(process.execPath, [PROGRAM, "run", "--target", file, "--out", out, "--quiet", ...more], {
      env: { ...process.env, ...environment },
      stdio: "ignore",
    });
  const cleanup = async () => {
    let text = "";
    const say = (piece: string): void => {
      text += piece;
    };
    const from = join(out, "journal.ndjson");
    const terminal = { out: say, note: say, interactive: false, colour: false, width: 80, environment };
    const code = await main(["cleanup", "--target", file, "--from", from], terminal);
    return { code, text };
  };
  return { reference, run, cleanup, out };
}

/**
 * None of these runs takes longer by the reference's clock; an acknowledgement that ends within this time does not
 * count.
 */
const LONGEST = 2 * 3_600_000;

/** Advances the reference's clock quickly, because a run that cannot do so itself spends its time waiting. */
function hurry({ clock }: Reference): () => void {
  const timer = setInterval(() => clock.advance(1_000), 50);
  return () => clearInterval(timer);
}

function expectSame(before: Inventory, after: Inventory, staying: readonly string[]): void {
  for (const [area, value] of Object.entries(before)) {
    if (staying.includes(area)) expect(Object(after[area]), area).toMatchObject(Object(value));
    else expect([area, after[area]]).toEqual([area, value]);
  }
}

const idsIn = (value: unknown): readonly string[] => JSON.stringify(value ?? null).match(/\b[0-9a-f]{24}\b/g) ?? [];

/**
 * The report or journal names each difference by id. A lost answer may have contained the only id of a record without a
 * mark.
 */
function expectTold(before: Inventory, after: Inventory, staying: readonly string[], text: string): void {
  for (const [area, value] of Object.entries(before)) {
    if (staying.includes(area)) continue;
    const [was, is] = [idsIn(value), idsIn(after[area])];
    const differing = [...was.filter((id) => !is.includes(id)), ...is.filter((id) => !was.includes(id))];
    expect([area, differing.filter((id) => !text.includes(id))]).toEqual([area, []]);
  }
}

/** The inventory without permitted longer retention of snapshots; the text must name each of these by its id. */
function exceptLonger(before: Inventory, after: Inventory, text: string): Inventory {
  const [was, is] = [before, after].map((one) => Object(one["listSnapshots"]) as Record<string, Snapshot>);
  const snapshots = Object.entries(is ?? {}).map(([id, snapshot]) => {
    const earlier = was?.[id]?.expiresAt;
    if (earlier === undefined || earlier === snapshot.expiresAt) return [id, snapshot] as const;
    expect([id, Date.parse(snapshot.expiresAt) > Date.parse(earlier), text.includes(id)]).toEqual([id, true, true]);
    return [id, { ...snapshot, expiresAt: earlier }] as const;
  });
  return { ...after, listSnapshots: Object.fromEntries(snapshots) };
}

interface Snapshot {
  readonly expiresAt: string;
}

const ALL = "create,update,delete,costly,irreversible";
/** The most valuable checks that write; PLUMBLINE_FULL runs all of them. */
const WRITING: Selection = {
  risks: ["create", "update", "delete", "costly", "irreversible"],
  budget: { requests: 4_000 },
};

describe("what a run leaves on a server", () => {
  it.each(full ? ["neutral", "atlas"] : ["atlas"])(
    "is nothing, with every permission, but what the interface cannot remove: %s",
    async (profile) => {
      const reference = await startReference({ seed: 11, profile: bundledProfile(profile) });
      const before = await inventoryOf(reference, LONGEST);
      const began = reference.clock.now();
      const report = await conduct(targetOfReference(reference, []), {
        requirements,
        ...(full ? {} : { selection: WRITING }),
        command: "test",
        runId: "test",
        toolVersion: "0",
      });
      expect(reference.clock.now() - began).toBeLessThan(LONGEST);
      expect(report.outcome).toBe(full ? "passed" : "incomplete");
      expect(report.changes.length).toBeGreaterThan(200);
      expect(report.changes.filter(({ state }) => state === "left")).toEqual([]);
      const after = await inventoryOf(reference, LONGEST - (reference.clock.now() - began));
      expectSame(before, exceptLonger(before, after, JSON.stringify(report.changes)), STAYING);
      await reference.close();
    },
  );

  // Other tests of `npm test` kill runs and clean up after them.
  it.runIf(full).each([
    [REMOVABLE, 1],
    [ALL, 2],
    [ALL, 3],
  ])(
    "is nothing, or told by id, after it was killed and cleaned up after: %s, the moment %i",
    async (allow: string, seed: number) => {
      const { reference, run, cleanup, out } = await stranger(seed, allow);
      const before = await inventoryOf(reference, LONGEST);
      const began = reference.clock.now();
      const slow = hurry(reference);
      const child = run("--jobs", "8");
      while (
        !existsSync(join(out, "journal.ndjson")) ||
        !readFileSync(join(out, "journal.ndjson"), "utf8").includes('"type":"mark"')
      )
        await pause(20);
      await pause((seed * 997) % 1_900);
      child.kill("SIGKILL");
      await once(child, "exit");
      const { code, text } = await cleanup();
      slow();
      const after = await inventoryOf(reference, LONGEST - (reference.clock.now() - began));
      expect([[0, 7].includes(code), text]).toEqual([true, text]);
      if (code === 0) expectSame(before, exceptLonger(before, after, text), STAYING);
      else expectTold(before, after, STAYING, text);
      await reference.close();
    },
  );

  // The killed run in a test below leaves at least as much for cleanup.
  it.runIf(full)("is nothing after it was interrupted, which writes a report and exits 130", async () => {
    const { reference, run, out } = await stranger(5, REMOVABLE);
    const before = await inventoryOf(reference, LONGEST);
    const child = run("--jobs", "8");
    while (
      !existsSync(join(out, "journal.ndjson")) ||
      !readFileSync(join(out, "journal.ndjson"), "utf8").includes('"type":"made"')
    )
      await pause(20);
    await pause(300);
    child.kill("SIGINT");
    const [code] = await once(child, "exit");
    expect(code).toBe(130);
    const report = readReport(out);
    expect(report.outcome).toBe("interrupted");
    expect(report.changes.filter(({ state }) => state === "left")).toEqual([]);
    expectSame(before, await inventoryOf(reference, LONGEST), []);
    await reference.close();
  });
});
