import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Report } from "@plumbline/report";
import { expect, it, onTestFinished } from "vitest";
import { call } from "../main-call.test-support.ts";
import { BASE, CONFIG, partialServer } from "../proxy/missing/partial-server.test-support.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-missing-"));

/** A small client suite: it exits with 9 if an answer is not what it needs. */
const SUITE = `
const url = process.env.PLUMBLINE_PROXY_URL;
const ask = async (path, status, body) => {
  const response = await fetch(url + path, body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const text = await response.text();
  if (response.status !== status) process.exit(9);
  return JSON.parse(text);
};
const { id } = await ask("${BASE}/alertConfigs", 201, ${JSON.stringify(CONFIG)});
await ask("${BASE}/alertConfigs/" + id, 200);
await ask("${BASE}/alertConfigs", 200);
await ask("${BASE}/alertConfigs/${"0".repeat(24)}", 404);
await ask("${BASE}/clusters", 200);
await ask("${BASE}/clusters/theirs/backup/snapshots", 200, { description: "first", retentionInDays: 1 });
await ask("${BASE}/clusters/theirs/backup/snapshots", 200);
`;
const client = join(folder, "suite.mjs");
writeFileSync(client, SUITE);

async function suite(name: string, more: string, ...flags: readonly string[]) {
  const server = await partialServer({ style: "page" });
  onTestFinished(server.close);
  const [out, target] = [join(folder, name), join(folder, `${name}.yml`)];
  writeFileSync(target, `baseUrl: ${server.url}\nversions: ["1.0"]\n${more}`);
  const common = [
    "proxy",
    "--target",
    target,
    "--out",
    out,
    "--format",
    "json",
    "--exec",
    `"${process.execPath}" ${client}`,
  ];
  const done = await call([...common, ...flags], process.env as Record<string, string>);
  const report = JSON.parse(readFileSync(join(out, "report.json"), "utf8")) as Report;
  const said = report.doctor.flatMap(({ subject, text }) => (subject === "traffic" ? text : []));
  const broken = report.verdicts.flatMap(({ outcome, check }) => (outcome === "fail" ? check : []));
  return { ...done, server, said, broken, report, target };
}

const OFFERS = "offers: [listAlertConfigs, createAlertConfig, getAlertConfig]\n";

it("lets a suite run against a target that says what it has, of which nothing else is judged or recorded", async () => {
  const record = join(folder, "recorded");
  const { code, said, broken, server, target, report } = await suite(
    "said",
    OFFERS,
    ...["--mock-missing", "reference", "--record", record],
  );
  expect(broken).toEqual([]);
  expect(said).toEqual([
    "4 exchanges were judged",
    "3 of 7 exchanges were left out",
    "3 left out: the reference answered these operations, and the proxy did not judge them: listClusters (1), takeSnapshot (1), listSnapshots (1)",
  ]);
  expect(server.asked.length).toBe(4);
  expect(code).toBe(0);
  const recorded = readFileSync(join(record, "traffic.har"), "utf8");
  expect(JSON.parse(recorded).log.entries.length).toBe(4);
  const again = join(folder, "again");
  const judged = await call([
    "judge",
    join(record, "traffic.har"),
    "--target",
    target,
    "--out",
    again,
    "--format",
    "json",
  ]);
  expect(judged.code).toBe(0);
  const same = JSON.parse(readFileSync(join(again, "report.json"), "utf8")) as Report;
  const outcomes = ({ verdicts }: Report) => verdicts.map(({ check, outcome }) => `${check} ${outcome}`);
  expect(outcomes(same)).toEqual(outcomes(report));
});

it("finds out what a target lacks that does not say so, and how to say it", async () => {
  const { code, said, broken } = await suite("found", "", "--mock-missing", "reference", "--tls");
  expect(broken).toEqual([]);
  expect(said).toEqual([
    "4 exchanges were judged",
    "3 of 7 exchanges were left out",
    "3 left out: the reference answered these operations, and the proxy did not judge them: listClusters (1), takeSnapshot (1), listSnapshots (1)",
    expect.stringContaining("operations: { listClusters: absent, takeSnapshot: absent, listSnapshots: absent }"),
  ]);
  expect(code).toBe(0);
});

it("is no part of a proxy that was not asked for it, and takes one word", async () => {
  const { code, said } = await suite("without", OFFERS);
  expect(code).toBe(9);
  expect(said[0]).toBe("4 exchanges were judged");
  const wrong = await call(["proxy", "--target", "reference", "--mock-missing", "prism"]);
  expect(wrong).toMatchObject({ code: 2, note: expect.stringContaining('takes the word reference, received "prism"') });
});
