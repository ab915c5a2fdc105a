import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AccessEntry, type Reference, startReference } from "@plumbline/reference";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "../main-call.test-support.ts";
import { readReport } from "../output/read-report.ts";

const KEYS = { PLUMBLINE_PUBLIC_KEY: "public", PLUMBLINE_PRIVATE_KEY: "private" };
const top = mkdtempSync(join(tmpdir(), "plumbline-corpus-"));
const seen: AccessEntry[] = [];
let reference: Reference;
let folders = 0;

const folder = (): string => {
  folders += 1;
  return join(top, String(folders));
};

function fuzz(corpus: string, ...more: readonly string[]) {
  const { url, world } = reference;
  const at = ["--target", url, "--group", world.projectId, "--operation", "listAlerts,getAlert"];
  seen.length = 0;
  return call(
    ["fuzz", ...at, "--seed", "1", "--requests", "150", "--corpus", corpus, "--out", join(top, "out"), ...more],
    KEYS,
  );
}

/** The texts of the files in a folder, by name. */
const textsIn = (path: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(path)
      .sort()
      .map((name) => [name, readFileSync(join(path, name), "utf8")]),
  );
const namesIn = (text = "{}"): readonly string[] => {
  const { answers = [], cells = [] } = JSON.parse(text);
  return [...answers, ...cells].map(({ testCase }) => testCase);
};

beforeAll(async () => {
  const secrets = { keys: { all: { publicKey: "public", privateKey: "private" } } };
  reference = await startReference({ seed: 1, secrets, onRequest: (entry) => seen.push(entry) });
});
afterAll(async () => {
  await reference.close();
  rmSync(top, { recursive: true, force: true });
});

describe("a corpus", () => {
  it("keeps what reached something, a line each, and lets the next run go on from there", async () => {
    const corpus = folder();
    expect((await fuzz(corpus)).code).toBe(0);
    const before = textsIn(corpus);
    expect(Object.keys(before)).toEqual(["reached-getAlert.json", "reached-listAlerts.json"]);
    const [one = ""] = Object.values(before);
    expect(one).toMatch(/^ {4}\{"testCase":"refused getAlert\/v2 plain path\/alertId:/m);
    expect(Object.values(before).join("")).not.toMatch(/[0-9a-f]{24}|public|127\.0\.0\.1/);
    const proven = (note: string): number => Number(/^\d+ requests proved (\d+) of \d+ cells/m.exec(note)?.[1]);
    const { code, note } = await fuzz(corpus);
    expect(code).toBe(0);
    expect(note).toMatch(/^The run sent \d\d requests of earlier runs first, and stored new ones in 2 files of /m);
    const after = textsIn(corpus);
    for (const [name, text] of Object.entries(before)) {
      const left = namesIn(text).filter((testCase) => !namesIn(after[name]).includes(testCase));
      expect(left, name).toEqual([]);
      expect(namesIn(after[name]).length, name).toBeGreaterThan(namesIn(text).length);
    }
    expect(proven(note)).toBeGreaterThan(30);
    // The same run again sends the known requests, and the others go to the remaining cells.
    const third = await fuzz(corpus, "--quiet");
    expect(third).toEqual({ code: 0, out: "", note: expect.not.stringContaining("of earlier runs first") });
  });

  it("is written in the same way by equal runs", async () => {
    const [one, other] = [folder(), folder()];
    // The number of requests suffices for all, so that none is left out because others were in flight at the limit.
    for (const corpus of [one, other])
      await call(
        [
          "fuzz",
          "--operation",
          "getAlert",
          "--seed",
          "1",
          "--requests",
          "4000",
          "--only",
          "FUZZ-INVALID-REFUSED",
        ].concat([...["--stop-when-dry", "--corpus", corpus, "--out", join(top, "out")]]),
      );
    expect(Object.keys(textsIn(one))).toContain("reached-getAlert.json");
    expect(textsIn(one)).toEqual(textsIn(other));
  });

  it("may hold entries that are no requests: the campaign names and skips them, and exits with 2 if nothing else is wrong", async () => {
    const corpus = folder();
    mkdirSync(corpus);
    const known = "refused listAlerts/v2 plain query/itemsPerPage:maximum+1 above";
    const file = join(corpus, "reached-listAlerts.json");
    const write = (cells: readonly unknown[], path = file): void =>
      writeFileSync(
        path,
        JSON.stringify({ format: "plumbline-reached/2", operation: "listAlerts", answers: [], cells }),
      );
    const allowed = ["--allow-incomplete"];

    write([{ testCase: known }]);
    expect(await fuzz(corpus, ...allowed)).toMatchObject({ code: 0 });
    write([{ testCase: known }, ...Array.from({ length: 12 }, (_none, index) => ({ testCase: `${known} ${index}` }))]);
    const untrue = await fuzz(corpus, ...allowed);
    expect(untrue.code).toBe(2);
    expect(untrue.note).toMatch(
      /^not sent: .*reached-listAlerts\.json: \/cells\/1\/testCase: expected the name of a request that the fuzzer plans, received refused listAlerts.* above 0: /m,
    );
    expect(untrue.note.match(/^not sent: /gm)?.length).toBe(11);
    // Names that the user must remove stay in the file.
    expect(namesIn(readFileSync(file, "utf8"))).toContain(`${known} 0`);

    const text = '{ "format": "plumbline-reached/2", "operation": "listAlerts", "cells": [] }';
    writeFileSync(file, text);
    write([{ testCase: known }], join(corpus, "reached-other.json"));
    symlinkSync(file, join(corpus, "reached-link.json"));
    const { code, note } = await fuzz(corpus, ...allowed);
    expect([code, note.match(/^not replayed: /gm)?.length]).toEqual([2, 3]);
    expect(note).toMatch(/reached-listAlerts\.json: \/answers: expected the member to be present/);
    expect(note).toMatch(/reached-other\.json: \/operation: expected the operation that the file is named after/);
    expect(note).toMatch(/reached-link\.json: expected a regular file/);
    // The run does not overwrite refused files.
    expect(readFileSync(file, "utf8")).toBe(text);

    const alone = await call(["replay", file]);
    expect([alone.code, alone.note]).toEqual([2, expect.stringContaining("cannot be replayed")]);
    write([{ testCase: known }]);
    const names = await call(["replay", file]);
    expect([names.code, names.note]).toEqual([2, expect.stringContaining("plumbline fuzz --corpus")]);
  });

  it("makes nobody send what is not permitted, or what is no request of the fuzzer's", async () => {
    const corpus = folder();
    mkdirSync(corpus);
    const names = {
      deleteAlertConfig: "refused deleteAlertConfig/v2 plain path/alertConfigId:pattern a word",
      createAlertConfig: "accepted createAlertConfig/v2 body:required only what is required",
      takeSnapshot: "accepted takeSnapshot/v2 query:together true",
      listAlerts: "accepted listAlerts/v2 query/status:enum OPEN",
    };
    for (const [operation, testCase] of Object.entries(names))
      writeFileSync(
        join(corpus, `reached-${operation}.json`),
        JSON.stringify({ format: "plumbline-reached/2", operation, answers: [{ testCase }], cells: [] }),
      );
    await call(
      [
        "fuzz",
        "--target",
        reference.url,
        "--group",
        reference.world.projectId,
        "--seed",
        "1",
        "--requests",
        "60",
      ].concat([...["--corpus", corpus, "--out", join(top, "out"), "--allow-incomplete"]]),
      KEYS,
    );
    const { exchanges } = readReport(join(top, "out"));
    expect(exchanges.filter(({ request }) => request.method !== "GET")).toEqual([]);
    expect(seen.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(exchanges.some(({ request }) => request.url.endsWith("?status=OPEN"))).toBe(true);
  });
});

describe("an answer that breaks a rule about all answers", () => {
  const logs = ["--operation", "getAccessLogsByCluster", "--seed", "1", "--requests", "300"];

  it("is stored with what brought it, FAILED as long as it is broken and FIXED when it is not", async () => {
    const corpus = folder();
    const out = join(top, "out");
    const found = await call(["fuzz", "--fault", "RS-01", ...logs, "--corpus", corpus, "--out", out]);
    expect(found.code).toBe(1);
    const stored = readdirSync(corpus).filter((name) => /^get.*\.json$/.test(name));
    const failures = stored.map((name) => JSON.parse(readFileSync(join(corpus, name), "utf8")));
    expect(failures.map(({ rule, reason, severity }) => [rule, reason, severity]).sort()).toEqual([
      ["ACC-SHAPE", "rule-broken", 3],
      ["OP01-RESP", "rule-broken", 3],
    ]);
    // The status of this answer may be right, so a test of the status would pass.
    expect(readdirSync(corpus).filter((name) => name.endsWith(".test.ts"))).toEqual([]);
    expect(readdirSync(corpus).filter((name) => name.endsWith(".sh")).length).toBe(2);

    const broken = await call(["replay", corpus, "--fault", "RS-01", "--out", out]);
    expect([broken.code, broken.out.match(/^FAILED .*expected object at the top$/gm)?.length]).toEqual([1, 2]);
    const mended = await call(["replay", corpus, "--out", out]);
    expect([mended.code, mended.out.match(/^FIXED /gm)?.length]).toEqual([0, 2]);
    const again = await call(["fuzz", "--fault", "RS-01", ...logs, "--corpus", corpus, "--out", out]);
    expect(again.code).toBe(1);
    const { verdicts } = readReport(out);
    const replayed = verdicts.filter(({ requirement }) => requirement === "FUZZ-REPLAY");
    expect(replayed.map(({ outcome }) => outcome)).toEqual(["fail", "fail"]);
    expect(replayed[0]?.replay).toBe(`plumbline replay --fault RS-01 ${corpus}`);
    expect(readdirSync(corpus).filter((name) => /^get.*\.json$/.test(name))).toEqual(stored);
  });

  it("is stored also where only the valid request under others shows it", async () => {
    const corpus = folder();
    const few = ["--operation", "changeSnapshotExpiration", "--seed", "1", "--requests", "40"];
    const out = join(top, "out");
    expect((await call(["fuzz", "--fault", "EB-15", ...few, "--corpus", corpus, "--out", out])).code).toBe(1);
    const broken = await call(["replay", corpus, "--fault", "EB-15", "--out", out]);
    expect([broken.code, broken.out]).toEqual([1, expect.stringMatching(/^FAILED .*without a body, expected/m)]);
    const mended = await call(["replay", corpus, "--out", out]);
    expect([mended.code, mended.out]).toEqual([0, expect.stringMatching(/^FIXED /)]);
  });
});
