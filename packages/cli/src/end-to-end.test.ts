import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@plumbline/client";
import { faults, startReference } from "@plumbline/reference";
import type { Report } from "@plumbline/report";
import { Ajv2020 } from "ajv/dist/2020.js";
import { chromium } from "playwright-core";
import { describe, expect, it } from "vitest";
import { count, MOST_REQUESTS, STAYING, stayingIn } from "./frugal.test-support.ts";
import { main } from "./main.ts";
import { readReport } from "./output/read-report.ts";
import { tryFault } from "./trials/trial.ts";

const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
/** The output of a run in the README. */
const shown = /^```text\n([\s\S]*?)^```$/m.exec(readme)?.[1] ?? "";

/** The output of a run without the parts that differ between runs. */
const shapeOf = (printed: string): string =>
  printed
    // On a slow machine, the run prints its progress.
    .replaceAll(/^.*\d failures .*\n?/gm, "")
    .replaceAll(/^ {2}\d+ from /gm, "  N from ")
    .replaceAll(/127\.0\.0\.1:\d+/g, "ADDRESS")
    .replaceAll(/[\d,]+ requests \([\d.]+ a requirement\), .+$/gm, "REQUESTS, TIME")
    .trim();

const folder = mkdtempSync(join(tmpdir(), "plumbline-e2e-"));
let runs = 0;

/** The published schema by which other programs read a report. */
const published = createRequire(import.meta.url).resolve("@plumbline/report/report.schema.json");
const follows = new Ajv2020({ validateFormats: false }).compile(JSON.parse(readFileSync(published, "utf8")));

async function plumbline(
  ...args: readonly string[]
): Promise<{ code: number; out: string; note: string; report: Report; folder: string }> {
  runs += 1;
  const own = join(folder, String(runs));
  let out = "";
  let note = "";
  const terminal = { interactive: false, colour: false, width: 80, environment: {} };
  const code = await main([...args, "--out", own], {
    ...terminal,
    out: (text) => (out += text),
    note: (text) => (note += text),
  });
  const written = readFileSync(join(own, "report.json"), "utf8");
  const report = readReport(own);
  for (const document of [JSON.parse(written), { ...JSON.parse(written), exchanges: report.exchanges }]) {
    follows(document);
    expect(follows.errors).toBeNull();
  }
  return { code, out, note, report, folder: own };
}

let wrong: ReturnType<typeof plumbline> | undefined;
/** A run with failures, shared by all tests that examine it. */
const wrongPages = (): ReturnType<typeof plumbline> => {
  wrong ??= plumbline("run", "--fault", "PG-03", "--area", "PAGE");
  return wrong;
};

/**
 * PLUMBLINE_FULL runs and fuzzes both profiles. Other tests run the second with every permission, and fuzz the first.
 */
const full = process.env["PLUMBLINE_FULL"] !== undefined;
const profiles = full ? ["neutral", "atlas"] : ["neutral"];

describe.each(profiles)("the honest reference, profile %s", (profile) => {
  it("passes with every MUST examined, prints what the README shows, costs little and leaves few records", async () => {
    const {
      code,
      out,
      note,
      report,
      folder: own,
    } = await plumbline("run", "--target", "reference", "--profile", profile);
    if (profile === "neutral") expect(shapeOf((out + note).replaceAll(own, "reports/latest"))).toBe(shapeOf(shown));
    expect(report.verdicts.filter(({ outcome }) => outcome === "fail" || outcome === "warn")).toEqual([]);
    expect([code, report.outcome]).toEqual([0, "passed"]);
    expect(report.counts.byLevel.MUST["could-not-run"]).toBe(0);
    expect(report.counts.byLevel.MUST.pass).toBeGreaterThan(130);
    expect(count(report, "could-not-run")).toBe(0);
    expect(report.changes.filter(({ state }) => state === "left")).toEqual([]);
    expect(stayingIn(report)).toEqual(STAYING);
    expect(report.counts.exchanges).toBeLessThanOrEqual(MOST_REQUESTS);
    expect(out).toMatch(/Outcome: .*passed/);
    expect(out.trimEnd().endsWith("index.html")).toBe(true);
  });

  it.runIf(full)("is fuzzed without an alarm", async () => {
    const { code, report } = await plumbline("fuzz", "--profile", profile, "--seed", "1", "--requests", "2000");
    expect(report.verdicts.filter(({ outcome }) => outcome === "fail" || outcome === "warn")).toEqual([]);
    expect(code).toBe(0);
  });
});

describe("a Prism mock of the generated document", () => {
  /** Runs a command line of the README; without PLUMBLINE_FULL, a smaller one. */
  const asTheReadmeSays = (line: string, less: string) => {
    expect(readme.split("\n")).toContain(`npx plumbline ${line}`);
    return plumbline(...(full ? line : less).split(" "));
  };
  const RUN = "run --target prism";
  const FUZZ = "fuzz --target prism --seed 1 --requests 2000";

  it("passes, and what it cannot do is said", async () => {
    const { code, report } = await asTheReadmeSays(RUN, `${RUN} --area PAGE --operation listAlerts`);
    expect([code, report.outcome, report.target.selfConsistency]).toEqual([0, "passed", true]);
    const other = report.verdicts.filter(
      ({ outcome }) => !["pass", "observed", "not-applicable", "could-not-run"].includes(outcome),
    );
    expect(other).toEqual([]);
    for (const verdict of report.verdicts)
      if (verdict.outcome === "not-applicable") expect(verdict.reason.length).toBeGreaterThan(10);
  });

  it("is fuzzed without an alarm", async () => {
    const { code, report } = await asTheReadmeSays(
      FUZZ,
      `${FUZZ.replace("2000", "60")} --operation listAlerts,getAlert`,
    );
    expect(report.verdicts.filter(({ outcome }) => outcome === "fail" || outcome === "warn")).toEqual([]);
    expect(report.coverage?.some(({ verdict }) => verdict === "conforms")).toBe(true);
    // A mock under load may leave a request without an answer, which gives no verdict.
    expect([0, 3]).toContain(code);
  });
});

describe("a reference that is wrong on purpose", () => {
  // All faults take minutes, and `plumbline faults` runs them. PLUMBLINE_FULL tries one of each layer.
  const auth = ["AU-04", "AU-09"];
  const more = ["VA-02", "VA-23", "LI-01", "EB-01", "PG-03", "EN-02", "ME-02", "TS-01", "AC-01", "AL-04", ...auth];
  const sample = ["RT-02", "ST-03", ...(full ? more : [])];

  it.each(sample)("%s turns red exactly what it names", async (id) => {
    const fault = faults.find((one) => one.id === id);
    if (fault === undefined) return expect.fail(`there is no fault ${id}`);
    const { extra, missing } = await tryFault(fault);
    expect({ extra, missing }).toEqual({ extra: [], missing: [] });
  });

  const PAGES = ["--area", "PAGE", "--target", "reference", "--fault"];
  it("makes the run exit 1 although only a SHOULD is broken", async () => {
    const { code, report } = await plumbline("run", ...PAGES, "PG-15", "--operation", "listAlerts");
    expect([code, report.outcome]).toEqual([1, "passed"]);
  });

  it("makes the run exit 1 and name the requirement", async () => {
    const { code, out, report } = await wrongPages();
    expect([code, report.outcome]).toEqual([1, "failed"]);
    expect(out).toMatch(/^ {4}PAGE-ITEMS-ACCEPT: 20 checks fail, 20 could not run, on 12 operations$/m);
  });

  const OF_ONE = ["--requests", "400", "--operation", "getAccessLogsByCluster"];
  it("makes the fuzzer name keyword and pointer", async () => {
    const { code, out } = await plumbline("fuzz", "--fault", "VA-30", "--seed", "1", ...OF_ONE);
    expect(code).toBe(1);
    expect(out).toContain('the query nLogs=20001 breaks "maximum" (20000)');
  });
});

describe("the edges of a run", () => {
  it("an unreachable target ends with 4, soon, with a report", async () => {
    const began = Date.now();
    const { code, report } = await plumbline("run", "--target", "http://127.0.0.1:9");
    expect([code, report.outcome]).toEqual([4, "unreachable"]);
    expect(Date.now() - began).toBeLessThan(10_000);
  });

  it.each([
    ["run", "SIGINT"],
    ["run", "SIGHUP"],
    ["fuzz", "SIGHUP"],
  ] as const)("%s ends at %s with 130 and a report of what was gathered", async (command, signal) => {
    let asked = 0;
    const reference = await startReference({
      onRequest: () => {
        asked += 1;
        if (asked === 20) process.emit(signal);
      },
    });
    const { code, report } = await plumbline(command, "--target", reference.url, "--group", reference.world.projectId);
    await reference.close();
    expect([code, report.outcome]).toEqual([130, "interrupted"]);
    expect(report.exchanges.length).toBeGreaterThan(0);
  });

  it("an interrupt in the middle of what changes the target leaves nothing behind", async () => {
    let writes = 0;
    const reference = await startReference({
      secrets: { keys: { all: { publicKey: "public", privateKey: "private" } } },
      onRequest: ({ operation, status }) => {
        if (operation !== "createAlertConfig" || status !== 200) return;
        writes += 1;
        if (writes === 4) process.emit("SIGINT");
      },
    });
    const { url: baseUrl, world } = reference;
    const client = createClient({ baseUrl, credential: { publicKey: "public", privateKey: "private" } });
    const count = async (): Promise<unknown> => {
      const { value } = await client.call("listAlertConfigs", { path: { groupId: world.projectId } });
      return (value as { readonly totalCount?: number }).totalCount;
    };
    const before = await count();
    const own = join(folder, "interrupted");
    const flags = ["--target", baseUrl, "--group", world.projectId, "--allow", "create,update,delete", "--area", "ALC"];
    const environment = { PLUMBLINE_PUBLIC_KEY: "public", PLUMBLINE_PRIVATE_KEY: "private" };
    const quiet = { interactive: false, colour: false, width: 80, out: () => undefined, note: () => undefined };
    const code = await main(["run", ...flags, "--out", own], { ...quiet, environment });
    const report = readReport(own);
    expect([code, report.outcome]).toEqual([130, "interrupted"]);
    expect(report.changes.length).toBeGreaterThan(0);
    expect(report.changes.filter(({ state }) => state === "left")).toEqual([]);
    expect(await count()).toBe(before);
    client.close();
    await reference.close();
  });

  it("without keys and permissions a server is judged by what can be read, and nothing passes unseen", async () => {
    const reference = await startReference();
    const { code, report } = await plumbline(
      "run",
      "--target",
      reference.url,
      "--profile",
      "neutral",
      "--group",
      reference.world.projectId,
    );
    await reference.close();
    expect([code, report.outcome]).toEqual([3, "incomplete"]);
    expect(
      report.verdicts.some(
        (verdict) => verdict.outcome === "could-not-run" && verdict.reason.includes("--allow create"),
      ),
    ).toBe(true);
    expect(
      report.verdicts.some(({ requirement, outcome }) => requirement === "AUTH-CHALLENGE-NONCE" && outcome === "pass"),
    ).toBe(true);
  });
});

describe("the reference as others meet it", () => {
  const curl = spawnSync("curl", ["--version"]).status === 0;
  it.skipIf(!curl)(`answers curl --digest${curl ? "" : " (skipped: curl is not installed)"}`, async () => {
    const reference = await startReference();
    const { publicKey, privateKey } = reference.keys.all;
    const { spawn } = await import("node:child_process");
    const url = `${reference.url}/api/product/v2/groups/${reference.world.projectId}/alerts?itemsPerPage=1`;
    const child = spawn("curl", [
      "-s",
      "--digest",
      "--user",
      `${publicKey}:${privateKey}`,
      "-H",
      "accept: application/vnd.product.2025-01-01+json",
      url,
    ]);
    let body = "";
    for await (const chunk of child.stdout) body += String(chunk);
    await reference.close();
    expect(JSON.parse(body)).toMatchObject({ results: [{ groupId: reference.world.projectId }] });
  });
});

describe("the HTML report", () => {
  const browser = process.env["CHROMIUM"] || "/usr/bin/chromium";
  const there = existsSync(browser);
  it.skipIf(!there && !process.env["CI"])(
    `shows a failing requirement with its exchange${there ? "" : " (skipped: no Chromium)"}`,
    async () => {
      const { folder: own } = await wrongPages();
      const running = await chromium.launch({
        executablePath: browser,
        args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
      });
      const page = await running.newPage();
      const problems: string[] = [];
      page.on("pageerror", (error) => problems.push(error.message));
      await page.goto(pathToFileURL(join(own, "index.html")).href);
      expect(await page.innerText("main")).toContain("PAGE-ITEMS-ACCEPT");
      await page.locator(".first-causes a", { hasText: "PAGE-ITEMS-ACCEPT" }).click();
      await page.locator("#failures article.current .exchange pre").first().waitFor();
      // The plain request used for comparison may precede the refused one.
      const exchanges = await page.locator("#failures article.current .exchange").allInnerTexts();
      expect(exchanges.filter((text) => text.includes("itemsPerPage=500"))).not.toEqual([]);
      expect(problems).toEqual([]);
      await running.close();
    },
  );
});
