import { spawn } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { call } from "../main-call.test-support.ts";
import { assertUnlocked, lockFolder } from "./folder-lock.ts";
import { claimOf, takeOver } from "./take-over.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-lock-"));
const lock = join(folder, "run.lock");
const journal = join(folder, "journal.ndjson");
beforeEach(() => {
  for (const path of [lock, journal]) rmSync(path, { force: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

const heldBy = (change: object): void =>
  writeFileSync(
    lock,
    JSON.stringify({ pid: process.pid, host: hostname(), startedAt: "2026-01-01T00:00:00.000Z", ...change }),
  );

const pidIn = (path: string): unknown => JSON.parse(readFileSync(path, "utf8")).pid;

/** The id of a process that has ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await new Promise((resolve) => child.on("close", resolve));
  return child.pid ?? 0;
}

describe("the folder of a run", () => {
  it("belongs to one run at a time, and the message for others says what to do", () => {
    const release = lockFolder(folder);
    const words = `another run is writing to ${folder} (process ${process.pid} on ${hostname()}, since `;
    expect(() => lockFolder(folder)).toThrow(words);
    expect(() => lockFolder(folder)).toThrow("name another folder with --out");
    expect(() => assertUnlocked(folder, "end it")).toThrow(/: end it$/);
    release();
    expect(existsSync(lock)).toBe(false);
    lockFolder(folder)();
    expect(() => assertUnlocked(folder)).not.toThrow();
  });

  it("is refused to commands that would write there or clean up after the run", async () => {
    const release = lockFolder(folder);
    const to = ["--out", folder];
    const cleans = ["cleanup", "--target", "http://127.0.0.1:9", "--from", journal];
    for (const args of [["run", ...to], ["fuzz", "--requests", "1", ...to], cleans]) {
      const { code, note } = await call(args);
      expect([code, note]).toEqual([2, expect.stringContaining(`another run is writing to ${folder}`)]);
    }
    release();
  });

  it("is free after a run that was killed, even if another process has its number by now", async () => {
    for (const change of [{ pid: await endedProcess() }, { birth: "1" }]) {
      heldBy(change);
      expect(() => assertUnlocked(folder)).not.toThrow();
      lockFolder(folder)();
      expect(existsSync(lock)).toBe(false);
    }
  });

  it.each(["{", "null", "[]", '{"pid":"x"}', '{"pid":1}'])("is free if the lock names no process: %s", (text) => {
    writeFileSync(lock, text);
    const release = lockFolder(folder);
    expect(pidIn(lock)).toBe(process.pid);
    release();
    expect(existsSync(lock)).toBe(false);
  });

  it("can be seen to be in use by other users, who may share it", () => {
    const release = lockFolder(folder);
    expect((statSync(lock).mode | process.umask()) & 0o777).toBe(0o644 | process.umask());
    release();
  });

  it("is not taken from a run whose lock cannot be read", () => {
    const shared = mkdtempSync(join(folder, "shared-"));
    const unreadable = join(shared, "run.lock");
    mkdirSync(unreadable);
    const words = `${unreadable} cannot be read (EISDIR`;
    expect(() => lockFolder(shared)).toThrow(words);
    expect(() => assertUnlocked(shared, "end it")).toThrow(/another run may be writing to that folder: end it$/);
    expect(readdirSync(shared)).toEqual(["run.lock"]);
  });

  it.skipIf(process.getuid?.() === 0)("is not taken from a run of another user that hides its lock", () => {
    heldBy({});
    chmodSync(lock, 0);
    expect(() => lockFolder(folder)).toThrow(`${lock} cannot be read (EACCES`);
    expect(existsSync(lock)).toBe(true);
  });

  it("is free if the lock stays empty for a second, and not before", () => {
    writeFileSync(lock, "");
    const since = Date.now();
    lockFolder(folder)();
    expect(Date.now() - since).toBeGreaterThan(900);
    expect(existsSync(lock)).toBe(false);
  });

  it("belongs to a run on another machine until that has written nothing for two minutes", () => {
    heldBy({ host: "elsewhere", pid: 1 });
    expect(() => assertUnlocked(folder)).not.toThrow();
    writeFileSync(journal, "");
    expect(() => lockFolder(folder)).toThrow("process 1 on elsewhere");
    const long = new Date(Date.now() - 600_000);
    utimesSync(journal, long, long);
    const release = lockFolder(folder);
    expect(pidIn(lock)).toBe(process.pid);
    release();
  });

  it("stays with the run that has taken it since", () => {
    const release = lockFolder(folder);
    heldBy({ pid: 1 });
    release();
    expect(pidIn(lock)).toBe(1);
  });

  it("stays with the run that took it over, although another one, which read the lock before, is late", () => {
    heldBy({ pid: 2 ** 22 + 1 });
    const held = readFileSync(lock, "utf8");
    const release = lockFolder(folder);
    const taken = readFileSync(lock, "utf8");
    expect(takeOver(lock, held, "late")).toBe(false);
    expect([readFileSync(lock, "utf8"), existsSync(claimOf(lock, held))]).toEqual([taken, false]);
    release();
  });

  it("is refused while another run takes it over and does not go on", () => {
    heldBy({ pid: 2 ** 22 + 1 });
    const claim = claimOf(lock, readFileSync(lock, "utf8"));
    heldBy({});
    renameSync(lock, claim);
    heldBy({ pid: 2 ** 22 + 1 });
    expect(() => lockFolder(folder)).toThrow(
      `another run is about to write to ${folder}, and does not go on: wait until`,
    );
    rmSync(claim);
  });

  it("goes to exactly one of many processes that find a stale lock", async () => {
    const folders = Array.from({ length: 60 }, () => mkdtempSync(join(folder, "raced-")));
    heldBy({ pid: await endedProcess() });
    for (const raced of folders) copyFileSync(lock, join(raced, "run.lock"));
    // Claims left by processes that were killed while they took over a lock: one wrote its name, the other did not.
    const claims = folders.slice(0, 2).map((raced) => claimOf(join(raced, "run.lock"), readFileSync(lock, "utf8")));
    for (const claim of claims) copyFileSync(lock, claim);
    const [, unfinished = ""] = claims;
    writeFileSync(unfinished, "");
    const long = new Date(Date.now() - 600_000);
    utimesSync(unfinished, long, long);
    const program = `
      import { lockFolder } from ${JSON.stringify(new URL("../../dist/files/folder-lock.js", import.meta.url).href)};
      process.stdout.write("?");
      await new Promise((resolve) => process.stdin.once("data", resolve));
      for (const folder of process.argv.slice(1)) {
        let word = "taken";
        try { lockFolder(folder); } catch { word = "refused"; }
        process.stdout.write(word + "\\n");
      }
      await new Promise((resolve) => process.stdin.on("close", resolve).resume());`;
    const children = Array.from({ length: 6 }, () =>
      spawn(process.execPath, ["--input-type=module", "-e", program, ...folders]),
    );
    const said = children.map(() => "");
    for (const [at, child] of children.entries()) child.stdout.on("data", (text) => (said[at] += String(text)));
    await expect.poll(() => said.every((text) => text === "?"), { timeout: 30_000 }).toBe(true);
    for (const child of children) child.stdin.write("!");
    const words = () => said.map((text) => text.slice(1).split("\n").slice(0, -1));
    await expect.poll(() => words().every(({ length }) => length === folders.length), { timeout: 30_000 }).toBe(true);
    const taken = folders.map((_folder, at) => words().filter((row) => row[at] === "taken").length);
    for (const child of children) child.stdin.end();
    await Promise.all(children.map((child) => new Promise((resolve) => child.on("close", resolve))));
    expect(taken).toEqual(folders.map(() => 1));
    for (const raced of folders) expect(readdirSync(raced)).toEqual(["run.lock"]);
  });
});
