import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Reference, startReference } from "@plumbline/reference";
import type { Report } from "@plumbline/report";
import { fillPath, type OperationId } from "@plumbline/schemas";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { noChromium, openTools, startChromium, type ToolsBrowser } from "../chromium.test-support.ts";
import { call } from "../main-call.test-support.ts";
import { ended, started } from "../process.test-support.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-chromium-"));
let chromium: ToolsBrowser;

interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly body?: object;
  readonly authorization?: string;
}
interface Said {
  readonly status: number;
  readonly text: string;
}

/** Sends requests from within a page, so that the browser adds everything that browsers add. */
const asksIn =
  (page: Page, authorization: string | undefined) =>
  (asked: Asked): Promise<Said> =>
    page.evaluate(
      async ({ path, body, authorization, ...more }: Asked) => {
        const answer = await fetch(path, {
          ...more,
          // With a credential in the header, the browser must not open a dialog for another.
          ...(authorization !== undefined && { credentials: "omit" }),
          headers: {
            accept: "application/json",
            ...(authorization && { authorization }),
            ...(body !== undefined && { "content-type": "application/json" }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        return { status: answer.status, text: await answer.text() };
      },
      { ...(authorization !== undefined && { authorization }), ...asked },
    );

/** Writes, reads, pages and refusals, as a page of the same origin would request them; the first request is a write. */
async function session(reference: Reference, ask: (asked: Asked) => Promise<Said>): Promise<readonly number[]> {
  const { contract, world } = reference;
  const pathOf = (id: OperationId, more: Readonly<Record<string, string>> = {}): string =>
    fillPath(contract.route(id, "1.0")?.path ?? "", (name) => encodeURIComponent(more[name] ?? world.projectId));
  const configs = pathOf("createAlertConfig");
  const one = (alertConfigId: string): string => pathOf("getAlertConfig", { alertConfigId });
  const notifications = [{ typeName: "EMAIL", emailAddress: "\u00e4\u{1f600}@example.com" }];
  const made = await ask({ method: "POST", path: configs, body: { eventTypeName: "JOINED_GROUP", notifications } });
  const id = String(JSON.parse(made.text).id);
  const others = [
    { path: one(id) },
    { path: configs },
    ...["itemsPerPage=2", "itemsPerPage=2&pageNum=2", "itemsPerPage=500", "itemsPerPage=501", "pageNum=0"].map(
      (query) => ({ path: `${configs}?${query}` }),
    ),
    ...["includeCount=false", "envelope=true", "pretty=true", "filter=%zz"].map((query) => ({
      path: `${configs}?${query}`,
    })),
    { path: `${pathOf("listAlerts")}?status=OPEN` },
    { path: pathOf("listClusters") },
    { path: pathOf("getBackupSchedule", { clusterName: world.clusterName }) },
    { path: pathOf("getBackupSchedule", { clusterName: "gr\u00fcn" }) },
    { path: one("0".repeat(24)) },
    { path: pathOf("listAlerts"), authorization: "" },
    { path: configs, authorization: "Bearer nobody" },
    { path: configs, method: "POST", body: { eventTypeName: "NONSENSE", notifications } },
    { path: one(id), method: "DELETE", authorization: "" },
    { path: one(id), method: "DELETE" },
    { path: one(id) },
  ];
  const said: number[] = [made.status];
  for (const other of others) said.push((await ask(other)).status);
  return said;
}

const outcomesIn = (path: string): ReadonlyMap<string, string> => {
  const { verdicts } = JSON.parse(readFileSync(path, "utf8")) as Report;
  return new Map(verdicts.flatMap(({ check, outcome }) => (outcome === "not-applicable" ? [] : [[check, outcome]])));
};

async function judged(file: string, target: string): Promise<ReadonlyMap<string, string>> {
  await call(["judge", file, "--target", target, "--out", `${file}.d`, "--format", "json", "--quiet"]);
  return outcomesIn(join(`${file}.d`, "report.json"));
}

type How = "digest" | "bearer";

/** One session through the proxy, and the verdicts of each of its recordings. */
async function recorded(how: How, ...faults: readonly string[]) {
  const reference = await startReference({ faults, variants: ["gzip"] });
  onTestFinished(() => reference.close());
  const out = mkdtempSync(join(folder, "s-"));
  const at = (name: string): string => join(out, name);
  const proxy = await started("proxy", "--target", reference.url, "--out", out, "--record", out, "--format", "json");
  const { publicKey: username, privateKey: password } = reference.keys.all;
  const context = await chromium.browser.newContext({
    recordHar: { path: at("playwright.har"), content: "embed" },
    ...(how === "digest" && { httpCredentials: { username, password } }),
  });
  const page = await context.newPage();
  await page.goto(`${proxy.url}/nothing`);
  const tools = await openTools(chromium, context, page);
  await expect
    .poll(
      async () => {
        await page.evaluate(() => fetch("/nothing"));
        return tools.seen();
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0);
  const statuses = await session(reference, asksIn(page, how === "bearer" ? await tokenOf(reference) : undefined));
  writeFileSync(at("tools.har"), await tools.exported(false));
  writeFileSync(at("sanitized.har"), await tools.exported(true));
  await tools.close();
  await context.close();
  await ended(proxy.child, "SIGINT");
  return {
    statuses,
    passed: outcomesIn(at("report.json")),
    own: await judged(at("traffic.har"), reference.url),
    saved: {
      playwright: await judged(at("playwright.har"), proxy.url),
      tools: await judged(at("tools.har"), proxy.url),
      sanitized: await judged(at("sanitized.har"), proxy.url),
    },
  };
}

async function tokenOf({ url, contract, serviceAccount: { clientId, clientSecret } }: Reference): Promise<string> {
  const answer = await fetch(url + (contract.operation("issueServiceToken").routes[0]?.path ?? ""), {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  return `Bearer ${String(JSON.parse(await answer.text()).access_token)}`;
}

/** Checks on which two recordings differ, with both results. */
const differences = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): readonly string[] =>
  [...new Set([...one.keys(), ...other.keys()])].flatMap((check) =>
    one.get(check) === other.get(check) ? [] : [`${check} ${one.get(check)}, ${other.get(check)}`],
  );

const brokenIn = (outcomes: ReadonlyMap<string, string>): readonly string[] => [
  ...new Set([...outcomes].flatMap(([check, outcome]) => (outcome === "fail" ? [check.split("@")[0] ?? ""] : []))),
];

/** The browser answers the first challenge itself, and shows one exchange that was not refused. */
const CHALLENGE = [
  ...["SCHEME", "REALM", "NONCE", "ALGORITHM", "QOP", "STALE"].map((name) => `AUTH-CHALLENGE-${name}`),
  "AUTH-DIGEST-REQUIRED-WRITES",
].map((rule) => `${rule}@createAlertConfig/v1.0 pass, undefined`);

interface Session {
  readonly how: How;
  readonly faults: readonly string[];
  /** The rules that the faults break. */
  readonly broken: readonly string[];
  /** Checks with another result because the browser saves less than was sent. */
  readonly lacks: readonly string[];
}

const SESSIONS: readonly Session[] = [
  { how: "bearer", faults: [], broken: [], lacks: [] },
  { how: "bearer", faults: ["PG-04"], broken: ["TRAFFIC-LIMITS", "PAGE-ITEMS-REJECT"], lacks: [] },
  {
    // The answer to that challenge is also the only answer to this write that shows the fault.
    how: "digest",
    faults: ["EB-01"],
    broken: ["ERR-STATUS-EQUALS"],
    lacks: [...CHALLENGE, "ERR-STATUS-EQUALS@createAlertConfig/v1.0 fail, pass"],
  },
  {
    // A request accepted without a credential looks like one whose credential was left out.
    how: "bearer",
    faults: ["AU-23"],
    broken: ["AUTH-DIGEST-REQUIRED-WRITES"],
    lacks: ["AUTH-DIGEST-REQUIRED-WRITES@deleteAlertConfig/v1.0 fail, undefined"],
  },
];
/** One session suffices for each change; PLUMBLINE_FULL has all of them. */
const SAMPLE = SESSIONS.filter(({ how }) => how === "digest").slice(0, 1);

describe.skipIf(noChromium)("what Chromium saves", { timeout: 180_000 }, () => {
  beforeAll(async () => {
    chromium = await startChromium();
  });
  afterAll(() => chromium?.browser.close());

  it.each(process.env["PLUMBLINE_FULL"] === undefined ? SAMPLE : SESSIONS)(
    "is judged as what passed the proxy: $how $faults",
    async ({ how, faults, broken, lacks }) => {
      const { statuses, passed, own, saved } = await recorded(how, ...faults);
      expect(statuses.slice(0, 3)).toEqual([200, 200, 200]);
      expect(passed.size).toBeGreaterThan(200);
      expect(brokenIn(passed)).toEqual(expect.arrayContaining([...broken]));
      expect(brokenIn(passed)).toHaveLength(broken.length);
      expect(differences(passed, own)).toEqual([]);
      for (const [name, outcomes] of Object.entries(saved)) {
        const found = differences(passed, outcomes);
        expect([name, found.toSorted()]).toEqual([name, [...lacks].toSorted()]);
      }
    },
  );
});
