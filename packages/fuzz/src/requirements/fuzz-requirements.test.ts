import { broken, conduct, type Risk, type Target, upheld, type WatchRequirement } from "@plumbline/conformance";
import type { Report, Verdict } from "@plumbline/report";
import { INTERFACE_VERSIONS } from "@plumbline/schemas";
import { afterEach, describe, expect, it } from "vitest";
import { KNOWN_SET } from "../cases/known-sets.ts";
import { FuzzLog } from "../coverage/log.ts";
import { Ear } from "../failures/ear.ts";
import { printOfFailure } from "../failures/failure.ts";
import { Reach } from "../memory/reach.ts";
import { type FuzzOptions, fuzzRequirements } from "./fuzz-requirements.ts";
import { ALERT, CONFIG, GROUP, type SmallServer, smallServer, type Twist } from "./small-server.test-support.ts";

const servers: SmallServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(twist?: Twist): Promise<SmallServer> {
  const server = await smallServer(twist);
  servers.push(server);
  return server;
}

const WRITES: readonly Risk[] = ["read", "create", "update"];

function fuzz(
  server: SmallServer,
  options: Partial<FuzzOptions> = {},
  change: { readonly allow?: readonly Risk[]; readonly signal?: AbortSignal } = {},
  listening: readonly WatchRequirement[] = [],
): Promise<Report> {
  const target: Target = {
    name: "small",
    kind: "url",
    baseUrl: server.url,
    contract: server.contract,
    versions: INTERFACE_VERSIONS,
    credentials: {},
    fixtures: {
      groupId: GROUP,
      alertConfigId: CONFIG,
      alertId: ALERT,
      clusterName: "Cluster0",
      hostname: "a.example.net",
    },
    allow: new Set(change.allow ?? WRITES),
    bindingStated: true,
    mock: false,
    selfConsistency: false,
  };
  return conduct(target, {
    // The small server knows the schemas of the contract and none of the open sets. It stores little of what it
    // receives, so the rules about stored values are tested on the reference.
    requirements: fuzzRequirements({ seed: 1, requests: 15_000, without: [KNOWN_SET], ...options }).filter(
      ({ id }) => !/^FUZZ-(KEPT|REMOVED|WALKS)/.test(id),
    ),
    listening,
    command: "test",
    runId: "test",
    toolVersion: "0",
    ...(change.signal && { signal: change.signal }),
  });
}

const failures = ({ verdicts }: Report): string[] =>
  verdicts
    .filter(({ outcome }) => outcome === "fail" || outcome === "warn")
    .map(({ check }) => check)
    .sort();
const verdict = ({ verdicts }: Report, check: string): Verdict | undefined =>
  verdicts.find((one) => one.check === check);
const LISTS = ["listAlertConfigs", "listAlertConfigsOfAlert"] as const;

describe("fuzzRequirements", () => {
  it("reports no failure on a correct server, and leaves it unchanged", async () => {
    const server = await serve();
    const report = await fuzz(server);
    const unpassed = report.verdicts.filter(
      // Requirements about callers need a key, which this run does not have.
      ({ outcome, requirement }) => outcome !== "pass" && !/STRANGER|ROLE|LOWER/.test(requirement),
    );
    expect(failures(report)).toEqual([]);
    // Checks that need a permission which this run does not have.
    expect(unpassed.map(({ check }) => check).sort()).toEqual([
      "FUZZ-INVALID-REFUSED-LASTING",
      "FUZZ-INVALID-REFUSED-REMOVALS",
      // A lenient server might read these bodies as a command that no operation undoes.
      "FUZZ-INVALID-REFUSED-SETTINGS@updateBackupSchedule/v1.0#cases",
      "FUZZ-INVALID-REFUSED-SETTINGS@updateBackupSchedule/v2#cases",
      "FUZZ-INVALID-REFUSED-SHOULD-LASTING",
      "FUZZ-INVALID-REFUSED-SHOULD-TOKENS",
      "FUZZ-INVALID-REFUSED-TOKENS",
      "FUZZ-NO-CRASH-LASTING",
      "FUZZ-NO-CRASH-REMOVALS",
      "FUZZ-NO-CRASH-SETTINGS@updateBackupSchedule/v1.0#cases",
      "FUZZ-NO-CRASH-SETTINGS@updateBackupSchedule/v2#cases",
      "FUZZ-RACES",
      "FUZZ-STATES",
      "FUZZ-VALID-ACCEPTED-LASTING",
      "FUZZ-VALID-ACCEPTED-REMOVALS",
      "FUZZ-VALID-ACCEPTED-SHOULD-LASTING",
    ]);
    expect(new Set(report.verdicts.map(({ requirement }) => requirement)).size).toBe(57);
    expect([...server.configurations.keys()]).toEqual([CONFIG]);
    expect(server.acknowledged.length).toBeGreaterThan(20);
    expect(server.acknowledged.at(-1)).toEqual({});
    expect(server.seen.map(({ operation }) => operation)).not.toContain("issueServiceToken");
  });

  it("sends every planned request before it draws new ones", async () => {
    const ids: string[] = [];
    await fuzz(await serve(), {
      operations: ["getAccessLogsByCluster", "updateAlertConfig"],
      requests: 2_000,
      endless: true,
      onAnswer: ({ id }) => ids.push(id),
    });
    const kinds = ids.map((id) => (id.startsWith("drawn ") ? "drawn" : "enumerated"));
    expect(kinds.indexOf("drawn")).toBeGreaterThan(200);
    expect(kinds.lastIndexOf("enumerated")).toBeLessThan(kinds.indexOf("drawn"));
  });

  it("names the cell that a lenient server misses, once per version", async () => {
    const server = await serve(({ query }, status) => (query.get("itemsPerPage") === "501" ? 200 : status));
    const report = await fuzz(server, { operations: LISTS });
    expect(failures(report)).toEqual(
      LISTS.flatMap((operation) =>
        ["v1.0", "v2"].map((version) => `FUZZ-INVALID-REFUSED@${operation}/${version}#query/itemsPerPage:maximum+1`),
      ),
    );
    expect(verdict(report, "FUZZ-INVALID-REFUSED@listAlertConfigs/v2#query/itemsPerPage:maximum+1")).toMatchObject({
      outcome: "fail",
      expected: '4xx: the query itemsPerPage=501 breaks "maximum" (500)',
      evidence: [expect.any(String)],
    });
    expect(verdict(report, "FUZZ-INVALID-REFUSED@listAlertConfigs/v2#cases")?.outcome).toBe("pass");
  });

  it("removes every record that a server created instead of refusing", async () => {
    const server = await serve(({ operation }, status) =>
      operation === "createAlertConfig" && status === 400 ? 200 : status,
    );
    const report = await fuzz(server, { operations: ["createAlertConfig"], versions: ["2"] });
    expect(failures(report)).toEqual(
      expect.arrayContaining([
        "FUZZ-INVALID-REFUSED-SHOULD@createAlertConfig/v2#body/notifications/0:discriminator",
        "FUZZ-INVALID-REFUSED-WRITES@createAlertConfig/v2#body/eventTypeName:required",
        "FUZZ-INVALID-REFUSED-WRITES@createAlertConfig/v2#body/notifications/0/delayMin:type",
      ]),
    );
    expect(
      verdict(report, "FUZZ-INVALID-REFUSED-SHOULD@createAlertConfig/v2#body/notifications/0:discriminator")?.outcome,
    ).toBe("warn");
    expect([...server.configurations.keys()]).toEqual([CONFIG]);
  });

  it("reports records that it could not remove", async () => {
    const server = await serve(({ operation }, status) => (operation === "deleteAlertConfig" ? 409 : status));
    const report = await fuzz(server, { operations: ["setAlertConfigEnabled"], versions: ["2"] });
    const ids = [...server.configurations.keys()].filter((id) => id !== CONFIG);
    expect(ids.length).toBeGreaterThan(0);
    const note = expect.stringContaining("its removal returned 409");
    const left = report.changes.filter(({ state }) => state === "left");
    expect(left.toSorted((one, other) => (one.id < other.id ? -1 : 1))).toEqual(
      ids.sort().map((id) => ({ operation: "createAlertConfig", id, state: "left", note })),
    );
  });

  it("reports refused valid requests, but not conflicts", async () => {
    const server = await serve(({ operation, query, body }, status) => {
      if (query.get("includeCount") === "false") return 400;
      return operation === "setAlertConfigEnabled" && body === '{"enabled":true}' ? 409 : status;
    });
    const report = await fuzz(server, { operations: ["listAlerts", "setAlertConfigEnabled"], versions: ["2"] });
    const alerts = "FUZZ-VALID-ACCEPTED@listAlerts/v2";
    expect(failures(report)).toContain(`${alerts}#query/includeCount:type`);
    expect(verdict(report, `${alerts}#query/includeCount:type`)).toMatchObject({
      expected: "2xx: the query includeCount=false is valid",
    });
    expect(verdict(report, "FUZZ-VALID-ACCEPTED-WRITES@setAlertConfigEnabled/v2#cases")).toMatchObject({
      outcome: "observed",
    });
  });

  it("reports a server that crashes on unusual but permitted forms", async () => {
    const server = await serve(({ body, operation }, status) =>
      operation === "createAlertConfig" && (body.includes("[[[[") || body === "") ? 500 : status,
    );
    const report = await fuzz(server, { operations: ["createAlertConfig"], versions: ["2"] });
    expect(failures(report)).toEqual([
      "FUZZ-NO-CRASH-WRITES@createAlertConfig/v2#body:depth",
      "FUZZ-NO-CRASH-WRITES@createAlertConfig/v2#body:shape",
    ]);
  });

  it("reports only refused plain requests on a server that refuses everything", async () => {
    const server = await serve((_seen, status) => (status === 200 ? 400 : status));
    const report = await fuzz(server, { versions: ["2"] });
    // Scenarios need records that can be created, so they report this.
    const others = report.verdicts.filter(({ check }) => !/^FUZZ-(STATES|VALID-ACCEPTED)/.test(check));
    expect(others.filter(({ outcome }) => outcome === "fail" || outcome === "warn")).toEqual([]);
    expect(failures(report)).toContain("FUZZ-VALID-ACCEPTED@listAlertConfigs/v2#query:together");
    for (const { check, outcome } of others) expect(["could-not-run", "observed"], check).toContain(outcome);
  });

  it("does not count a gateway's answers against the target", async () => {
    const server = await serve(({ query }, status) => (query.has("pretty") ? 502 : status));
    const report = await fuzz(server, { operations: ["getAlert"], versions: ["2"] });
    expect(failures(report)).toEqual([]);
    const cases = verdict(report, "FUZZ-INVALID-REFUSED-SHOULD-READS@getAlert/v2#cases");
    expect(cases).toMatchObject({ outcome: "observed" });
  });

  it("keeps to its number of requests, and says what it did not judge", async () => {
    const server = await serve();
    const report = await fuzz(server, { requests: 120 });
    // Preflight and cleanup requests do not count.
    const counted = server.seen.length - report.exchanges.filter(({ check }) => check === "custody").length;
    // One request belongs to the preflight, and a few more show that the target accepts the plain request.
    expect(counted).toBeLessThanOrEqual(121);
    expect(report.verdicts.some(({ outcome }) => outcome === "observed")).toBe(true);
    expect([...server.configurations.keys()]).toEqual([CONFIG]);
  });

  it("sends the requests of earlier runs first, and half of its budget as new ones", async () => {
    const options = { operations: ["listAlerts"], versions: ["2"], families: ["reads"] } as const;
    const askedIn = async (reach: Reach): Promise<readonly string[]> => {
      const asked: string[] = [];
      await fuzz(await serve(), { ...options, requests: 50, reach, onAnswer: ({ id }) => void asked.push(id) });
      return asked;
    };
    const first = new Reach([]);
    const once = await askedIn(first);
    const [known] = first.added;
    const cells = known?.cells.length ?? 0;
    expect(cells).toBeGreaterThan(15);
    const again = new Reach(first.added);
    const twice = await askedIn(again);
    expect(again.asked).toBeGreaterThan(15);
    // Several requests are in progress at once, and answers arrive in another order.
    expect(twice.slice(0, 10).filter((id) => once.includes(id)).length).toBeGreaterThanOrEqual(7);
    expect(twice.filter((id) => !once.includes(id)).length).toBeGreaterThan(10);
    expect(again.added[0]?.cells.length).toBeGreaterThan(cells);
    expect(again.strangers).toEqual([]);
  });

  it("turns broken invariants into failures, by rule, operation and expectation", async () => {
    const server = await serve();
    const [log, ear] = [new FuzzLog(), new Ear()];
    const rule: WatchRequirement = {
      kind: "watch",
      id: "OP02-RESP",
      level: "MUST",
      basis: "stated",
      text: "Anything.",
      section: "Anything",
      on: ({ operation }) => operation.id === "listAlerts",
      examine: ({ call: { query = {} } }) => {
        const { itemsPerPage = "1", pageNum = "1" } = query;
        if (itemsPerPage === "500") return broken(`a page at /results/${itemsPerPage}`, "none");
        return pageNum === "0" ? broken(`words ${"x".repeat(2_000)}\nin lines`, "none") : upheld;
      },
    };
    const options = { operations: ["listAlerts"], families: ["reads"], log, ear } as const;
    await fuzz(server, options, {}, ear.at([rule]));
    const broke = log.failures.filter(({ reason }) => reason === "rule-broken");
    expect(
      broke.map(({ testCase, received, severity }) => [testCase.expected.slice(0, 25), received, severity]),
    ).toEqual(
      expect.arrayContaining([
        ["a page at /results/500", "none", 3],
        ["words xxxxxxxxxxxxxxxxxxx", "none", 3],
      ]),
    );
    expect(broke.length).toBe(2);
    for (const failure of broke) {
      expect(failure.fingerprint).toBe(printOfFailure(failure));
      expect(failure.testCase.expected).toMatch(/^\P{Cc}{1,1000}$/u);
      expect(failure.rule).toBe("OP02-RESP");
    }
    expect(failures(await fuzz(await serve(), { ...options, log: new FuzzLog() }, {}, [rule]))).toEqual([
      "OP02-RESP@listAlerts/v1.0",
      "OP02-RESP@listAlerts/v2",
    ]);
  });

  it("fuzzes reads only if only reading is permitted", async () => {
    const server = await serve();
    const report = await fuzz(server, { operations: ["listAlerts", "createAlertConfig"] }, { allow: ["read"] });
    expect(verdict(report, "FUZZ-INVALID-REFUSED@listAlerts/v2#cases")?.outcome).toBe("pass");
    expect(verdict(report, "FUZZ-INVALID-REFUSED-WRITES")?.outcome).toBe("could-not-run");
    expect(new Set(server.seen.map(({ operation }) => operation))).toEqual(
      new Set(["listMatcherFieldNames", "listAlerts"]),
    );
  });

  it("removes its records after an interrupt", async () => {
    const stop = new AbortController();
    const server = await serve(({ operation }, status) => {
      if (operation === "setAlertConfigEnabled") stop.abort();
      return status;
    });
    const report = await fuzz(
      server,
      { operations: ["setAlertConfigEnabled"], versions: ["2"] },
      { signal: stop.signal },
    );
    expect(failures(report)).toEqual([]);
    expect(report.verdicts.every(({ outcome }) => outcome !== "harness-error")).toBe(true);
    expect([...server.configurations.keys()]).toEqual([CONFIG]);
  });
});
