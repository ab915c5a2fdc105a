import { spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { call } from "../main-call.test-support.ts";
import { lockFolder, needsFree } from "./folder-lock.ts";

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

/** The id of a process that has ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await new Promise((resolve) => child.on("close", resolve));
  return child.pid ?? 0;
}

describe("the folder of a run", () => {
  it("is one run's at a time, who is told with what to do", () => {
    const release = lockFolder(folder);
    const words = `another run is writing to ${folder} (process ${process.pid} on ${hostname()}, since `;
    expect(() => lockFolder(folder)).toThrow(words);
    expect(() => lockFolder(folder)).toThrow("name another folder with --out");
    expect(() => needsFree(folder, "end it")).toThrow(/: end it$/);
    release();
    expect(existsSync(lock)).toBe(false);
    lockFolder(folder)();
    expect(() => needsFree(folder)).not.toThrow();
  });

  it("is refused to commands that would write there, or take back what the run works on", async () => {
    const release = lockFolder(folder);
    const to = ["--out", folder];
    const cleans = ["cleanup", "--target", "http://127.0.0.1:9", "--from", journal];
    for (const args of [["run", ...to], ["fuzz", "--requests", "1", ...to], cleans]) {
      const { code, note } = await call(args);
      expect([code, note]).toEqual([2, expect.stringContaining(`another run is writing to ${folder}`)]);
    }
    release();
  });

  it("is free again after a run that was killed, also where another process has its number by now", async () => {
    for (const change of [{ pid: await endedProcess() }, { birth: "1" }]) {
      heldBy(change);
      expect(() => needsFree(folder)).not.toThrow();
      lockFolder(folder)();
      expect(existsSync(lock)).toBe(false);
    }
  });

  it("is free where the lock is none", () => {
    for (const text of ["{", "null", "[]", '{"pid":"x"}', '{"pid":1}']) {
      writeFileSync(lock, text);
      lockFolder(folder)();
    }
  });

  it("is free where the lock stays without words, and not before", () => {
    writeFileSync(lock, "");
    const since = Date.now();
    lockFolder(folder)();
    expect(Date.now() - since).toBeGreaterThan(900);
  });

  it("is that of a run on another machine for as long as that writes", () => {
    heldBy({ host: "elsewhere", pid: 1 });
    expect(() => needsFree(folder)).not.toThrow();
    writeFileSync(journal, "");
    expect(() => lockFolder(folder)).toThrow("process 1 on elsewhere");
    const long = new Date(Date.now() - 600_000);
    utimesSync(journal, long, long);
    lockFolder(folder)();
  });

  it("stays that of whoever has taken it since", () => {
    const release = lockFolder(folder);
    heldBy({ pid: 1 });
    release();
    expect(JSON.parse(readFileSync(lock, "utf8"))).toMatchObject({ pid: 1 });
  });

  it("goes to exactly one of many that find a lock that counts for nothing", async () => {
    const folders = Array.from({ length: 60 }, () => mkdtempSync(join(folder, "raced-")));
    heldBy({ pid: await endedProcess() });
    for (const raced of folders) copyFileSync(lock, join(raced, "run.lock"));
    // The file left by a process that was killed while removing a lock.
    const left = join(folders[0] ?? "", "run.lock.removal");
    writeFileSync(left, "");
    const long = new Date(Date.now() - 600_000);
    utimesSync(left, long, long);
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
