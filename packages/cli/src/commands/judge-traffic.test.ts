import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startReference } from "@plumbline/reference";
import type { Report } from "@plumbline/report";
import { neutral } from "@plumbline/schemas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "../main-call.test-support.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-judge-"));
const at = (name: string): string => join(folder, name);
const reportIn = (name: string): Report => JSON.parse(readFileSync(join(at(name), "report.json"), "utf8")) as Report;

/** The traffic of a run; its answers are short enough to be kept whole. */
async function traffic(name: string, ...flags: readonly string[]): Promise<void> {
  await call(["run", "--target", "reference", ...flags, "--format", "json,har", "--out", at(name), "--quiet"]);
}

async function judged(file: string, name: string, ...flags: readonly string[]) {
  const { code, note } = await call(["judge", at(file), "--out", at(name), "--format", "json", "--quiet", ...flags]);
  return { code, note };
}

const brokenIn = (name: string): readonly string[] =>
  reportIn(name).verdicts.flatMap(({ check, outcome }) => (["fail", "warn"].includes(outcome) ? [check] : []));
const told = (name: string): string =>
  reportIn(name)
    .doctor.flatMap(({ subject, text }) => (subject === "traffic" ? text : []))
    .join("\n");

/** PLUMBLINE_FULL judges whole runs; otherwise some areas and operations that read and some that write. */
const areas =
  process.env["PLUMBLINE_FULL"] === undefined
    ? [
        ...["--area", "ALC,ALT,AUTH,PAGE"],
        ...["--operation", "listAlerts,getAlert,listAlertConfigs,createAlertConfig,getAlertConfig,deleteAlertConfig"],
      ]
    : [];

describe("plumbline judge", () => {
  beforeAll(async () => {
    await traffic("honest", "--allow", "create,update,delete", ...areas);
    await traffic("faulty", "--fault", "AU-03", "--risk", "read", ...areas);
  });

  it("finds nothing wrong in the traffic of a run against an honest server, from archive and journal alike", async () => {
    expect((await judged("honest/exchanges.har", "a")).code).toBe(0);
    expect((await judged("honest/exchanges.ndjson", "b")).code).toBe(0);
    expect(brokenIn("a")).toEqual([]);
    const { byLevel } = reportIn("a").counts;
    expect(byLevel.MUST.pass).toBeGreaterThan(30);
    expect(told("a")).toMatch(/^\d{3,} exchanges were judged/);
  });

  it("finds what the run found by the rules about all answers, and no more", async () => {
    const { code } = await judged("faulty/exchanges.har", "c");
    const watched = new Set(reportIn("faulty").requirements.flatMap(({ id, kind }) => (kind === "watch" ? [id] : [])));
    const seen = reportIn("faulty").verdicts.filter(
      ({ requirement, outcome }) => watched.has(requirement) && ["fail", "warn"].includes(outcome),
    );
    expect(seen.length).toBeGreaterThan(0);
    // A run leaves out checks of operations for which it has no record; judged traffic has every operation that occurs.
    expect(brokenIn("c")).toEqual(expect.arrayContaining(seen.map(({ check }) => check)));
    const rules = (checks: readonly string[]): ReadonlySet<string | undefined> =>
      new Set(checks.map((check) => check.split("@")[0]));
    expect(rules(brokenIn("c"))).toEqual(rules(seen.map(({ check }) => check)));
    expect(code).toBe(1);
  });

  it("judges an archive that was cut off as far as it goes", async () => {
    const whole = readFileSync(at("honest/exchanges.har"));
    writeFileSync(at("cut.har"), whole);
    truncateSync(at("cut.har"), Math.floor(whole.length / 2));
    expect((await judged("cut.har", "d")).code).toBe(0);
    expect(told("d")).toContain("Plumbline read the file only up to its break");
    expect(told("d")).toMatch(/^\d{3,} exchanges were judged/);
  });

  it("reports the same from its journal", async () => {
    await call(["report", "--from", join(at("a"), "journal.ndjson"), "--out", at("f"), "--format", "json"]);
    expect(reportIn("f").counts).toEqual(reportIn("a").counts);
    expect(reportIn("f").outcome).toBe(reportIn("a").outcome);
  });

  it.each([
    ["nothing.har", '{"log":{"entries":[]}}', "no exchange in it is complete"],
    [
      "other.har",
      '{"log":{"entries":[{"startedDateTime":"","time":1,"request":{"method":"GET","url":"http://localhost/x","headers":[]},"response":{"status":200,"headers":[{"name":"Date","value":"now"}],"content":{"size":2,"text":"{}"}}}]}}',
      "the first is GET http://localhost/x",
    ],
    ["text.har", "GET / HTTP/1.1", "is not readable traffic"],
    ["broken.har", '{"log":{"entries":[}', "no exchange in it is complete"],
    ["lines.ndjson", '{"a":1}\n{"a":2}\n', "no exchange in it is complete"],
    ["empty.har", "", "is not readable traffic"],
  ])("says what is wrong with %s", async (name, text, words) => {
    writeFileSync(at(name), text);
    const { code, note } = await judged(name, "g");
    expect(note).toContain(words);
    expect(code).toBe(2);
  });

  it("says so when the file is not there, and when traffic cannot be of the target", async () => {
    expect(await judged("none.har", "g")).toMatchObject({ code: 2, note: expect.stringContaining("cannot be read") });
    const other = await judged("honest/exchanges.har", "a", "--target", "http://127.0.0.1:9");
    expect(other).toMatchObject({ code: 2, note: expect.stringContaining("no exchange of the interface at") });
    // The earlier report stays when there is nothing to judge.
    expect(told("a")).toMatch(/exchanges were judged/);
    const own = await judged("honest/exchanges.har", "g", "--target", "reference");
    expect(own).toMatchObject({ code: 2, note: expect.stringContaining("name the URL of the server") });
  });
});

describe("traffic of which nothing can be judged", () => {
  const entry = (method: string, path: string, response: object) => ({
    startedDateTime: "2026-01-01T00:00:00.000Z",
    time: 1,
    request: {
      method,
      url: `http://localhost:9/api/${neutral.product}/v1.0/groups/${"a".repeat(24)}${path}`,
      headers: [],
    },
    response: { status: 200, headers: [{ name: "Content-Type", value: "application/json" }], ...response },
  });
  const archive = (name: string, ...entries: readonly object[]): void =>
    writeFileSync(at(name), JSON.stringify({ log: { version: "1.2", creator: {}, entries } }));

  it("is no pass, and says how much was left out and what to do", async () => {
    const bodiless = { content: { size: 900 }, bodySize: 900 };
    archive("bodiless.har", entry("GET", "/alerts", bodiless), entry("GET", "/alertConfigs", bodiless));
    const { code, out } = await call([
      "judge",
      at("bodiless.har"),
      "--out",
      at("bodiless"),
      "--format",
      "json,markdown",
    ]);
    expect(code).toBe(3);
    const said = "2 left out: the answer's body is missing; save the archive with content";
    for (const text of [out, told("bodiless"), readFileSync(join(at("bodiless"), "summary.md"), "utf8")]) {
      expect(text).toContain("2 of 2 exchanges were left out");
      expect(text).toContain(said);
    }
    expect(reportIn("bodiless").reason).toContain("Nothing was judged");
    expect((await judged("bodiless.har", "bodiless", "--allow-incomplete")).code).toBe(0);
  });

  it("lets nothing be compared across a write of which it is", async () => {
    const list = { content: { text: '{"results":[],"totalCount":0}', size: 29 } };
    const write = entry("DELETE", `/alertConfigs/${"b".repeat(24)}`, { content: { size: 900 }, bodySize: 900 });
    const reads = [entry("GET", "/alertConfigs", list), entry("GET", "/alertConfigs?itemsPerPage=0", list)] as const;
    const outcome = (name: string): string | undefined =>
      reportIn(name).verdicts.find(({ check }) => check === "PAGE-ITEMS-REJECT@listAlertConfigs/v1.0")?.outcome;
    archive("together.har", ...reads);
    archive("apart.har", reads[0], write, reads[1]);
    await judged("together.har", "together");
    await judged("apart.har", "apart");
    expect([outcome("together"), outcome("apart")]).toEqual(["fail", "not-applicable"]);
  });

  it("is no pass either where all of it was in trouble", async () => {
    archive("trouble.har", entry("GET", "/alerts", { status: 503, content: { text: "{}", size: 2 } }));
    expect((await judged("trouble.har", "trouble")).code).toBe(3);
    expect(told("trouble")).toContain("1 of 1 exchanges was left out");
  });
});

describe("traffic of a client that is none of ours", () => {
  let reference: Awaited<ReturnType<typeof startReference>>;
  beforeAll(async () => {
    reference = await startReference({});
  });
  afterAll(() => reference.close());

  it("is judged from an entry in each line, without a word about the server", async () => {
    const url = `${reference.url}/api/${neutral.product}/v1.0/groups/${"0".repeat(24)}/alerts`;
    const response = await fetch(url);
    const text = await response.text();
    const headers = [...response.headers].map(([name, value]) => ({ name, value }));
    const line = {
      startedDateTime: new Date().toISOString(),
      time: 1,
      request: { method: "GET", url, headers: [{ name: "accept", value: "*/*" }] },
      response: { status: response.status, headers, content: { size: Buffer.byteLength(text), text } },
    };
    writeFileSync(at("own.ndjson"), `${JSON.stringify(line)}\n`);
    const { code, note } = await judged("own.ndjson", "h");
    expect(note).toBe("");
    expect(code).toBe(0);
    expect(told("h")).toBe("1 exchange was judged");
    const passed = reportIn("h").verdicts.filter(({ outcome }) => outcome === "pass");
    expect(passed.map(({ requirement }) => requirement)).toContain("AUTH-CHALLENGE-REALM");
  });
});
