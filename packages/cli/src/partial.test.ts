import { type ConductOptions, conduct, probe, requirements, type Target } from "@plumbline/conformance";
import { type Reference, startReference } from "@plumbline/reference";
import type { Report } from "@plumbline/report";
import { atlas, bindContract, neutral, OPERATION_IDS } from "@plumbline/schemas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { profileOf } from "./target-file/profile.ts";
import { targetOfReference } from "./targets/reference.ts";

/** PLUMBLINE_FULL judges both versions of a part. */
const full = process.env["PLUMBLINE_FULL"] !== undefined;
const about: ConductOptions = { command: "test", runId: "test", toolVersion: "0.0.0", requirements };
const OFFERS = ["alerts", "alert-configs", "getAccessLogsByCluster", "getAuditing", "updateAuditing"];

const outcomes = ({ verdicts }: Report, ...kinds: readonly string[]) =>
  verdicts.filter(({ outcome }) => kinds.includes(outcome)).map(({ check }) => check);

describe("a server that has a part of the interface", () => {
  let server: Reference;
  let target: Target;
  beforeAll(async () => {
    server = await startReference({ profile: profileOf({ offers: OFFERS }), seed: 1 });
    target = targetOfReference(server, []);
  });
  afterAll(() => server.close());

  it("is complete for what it offers, and no more is said of the rest", async () => {
    const report = await conduct(full ? target : { ...target, versions: ["2"] }, about);
    expect(outcomes(report, "fail", "warn", "flaky", "harness-error")).toEqual([]);
    expect([report.outcome, report.counts.byLevel.MUST["could-not-run"]]).toEqual(["passed", 0]);
    expect(report.counts.byLevel.MUST.pass).toBeGreaterThan(full ? 120 : 60);
    expect(report.target.offers).toEqual({ operations: 15, of: OPERATION_IDS.length });
    const asked = new Set(report.exchanges.map(({ operation }) => operation));
    expect(
      [...asked].filter((id) => id !== undefined && server.contract.operation(id as "getAlert").routes.length === 0),
    ).toEqual([]);
  });

  it("that does not say so fails one rule for each operation that is missing, and is told the line to paste", async () => {
    const unsaid = { ...target, contract: bindContract(neutral) };
    const report = await conduct(unsaid, { ...about, selection: { risks: ["read"], areas: ["OPS", "ENV", "AUTH"] } });
    const red = outcomes(report, "fail", "warn", "flaky", "harness-error");
    expect(red.filter((check) => !/^OP\w+-(BIND|PARAMS)@/.test(check))).toEqual([]);
    const subjects = red.map((check) => check.split("@")[1]);
    expect(subjects.length).toBeGreaterThan(10);
    expect(new Set(subjects).size).toBe(subjects.length);
    const [advice, ...more] = report.doctor.filter(({ subject }) => subject === "paths");
    expect(more).toEqual([]);
    expect(advice?.text).toMatch(/operations do not seem to be there: .*operations: \{ .*listClusters: absent, /);
    expect(advice?.text).not.toContain("listAlerts");
  });

  it("that serves one version is found to, and asked for what the other has no more", async () => {
    const one = await startReference({ faults: ["VE-10"], seed: 1 });
    const { unserved, findings } = await probe(targetOfReference(one, []));
    await one.close();
    expect([...unserved]).toEqual(["1.0"]);
    expect(findings.find(({ subject }) => subject === "versions")?.text).toContain('versions: ["2"]');
    const both = await probe(target);
    expect([[...both.unserved], both.findings.filter(({ subject }) => subject === "versions")]).toEqual([[], []]);
  });

  it("is asked under no role that no key is stated for", async () => {
    const { byRole = {} } = target.credentials;
    const owner = { "Project Owner": byRole["Project Owner"] ?? { scheme: "none" } } as const;
    const judged = (own: typeof byRole) =>
      conduct(
        { ...target, credentials: { ...target.credentials, byRole: own } },
        { ...about, requirements: requirements.filter(({ id }) => /^OP(05|14)-ROLE$/.test(id)) },
      );
    const [report, none] = [await judged(owner), await judged({})];
    expect(outcomes(report, "pass").map((check) => check.split("@")[0])).toEqual(
      expect.arrayContaining(["OP05-ROLE", "OP14-ROLE"]),
    );
    expect(outcomes(report, "fail", "could-not-run")).toEqual([]);
    expect(outcomes(none, "pass", "fail")).toEqual([]);
  });

  it("that refuses each write of a kind fails one rule for each, and is told of them after the run", async () => {
    const lacking = ["acknowledgeAlert", "updateAuditing"] as const;
    const kept = server.contract.operations.filter(({ routes }) => routes.length > 0).map(({ id }) => id);
    const offers = kept.filter((id) => !lacking.some((one) => one === id));
    const less = await startReference({ profile: profileOf({ offers }), seed: 1 });
    const unsaid = { ...targetOfReference(less, []), contract: server.contract };
    const report = await conduct(unsaid, { ...about, selection: { operations: [...lacking] } });
    await less.close();
    const red = outcomes(report, "fail", "warn", "flaky", "harness-error");
    expect(red.sort()).toEqual(
      ["OP14-PARAMS@acknowledgeAlert", "OP26-PARAMS@updateAuditing"].flatMap((check) =>
        ["v1.0", "v2"].map((version) => `${check}/${version}`),
      ),
    );
    expect(outcomes(report, "could-not-run")).toContain("ALT-ACK@acknowledgeAlert/v2");
    const advice = report.doctor.filter(({ subject }) => subject === "paths").map(({ text }) => text);
    expect(advice).toEqual([
      expect.stringContaining("operations: { acknowledgeAlert: absent, updateAuditing: absent }"),
    ]);
  });

  it("that has no serverless instance to ask about is not said to lack what reads one", async () => {
    const whole = await startReference({ seed: 1 });
    const { fixtures, ...rest } = targetOfReference(whole, []);
    const { world } = await probe({ ...rest, kind: "url", fixtures: { groupId: fixtures.groupId ?? "" } });
    await whole.close();
    expect([...world.unbound.keys()].filter((key) => !key.endsWith("/standalone"))).toEqual([]);
  });

  it("is asked for what it has by reading alone", async () => {
    const { world } = await probe({ ...target, contract: bindContract(neutral) });
    const missing = new Set([...world.unbound.keys()].map((key) => key.split("/")[0]));
    const all = server.contract.operations.filter(({ authentication }) => authentication === "digest");
    const lacking = all.filter(({ routes }) => routes.length === 0).map(({ id }) => id);
    // Reads cannot show the absence of this operation: no read exists at its path, and the rest of its area exists.
    expect(lacking.filter((id) => !missing.has(id))).toEqual(["disablePrivateIpMode"]);
    expect([...missing].filter((id) => all.some((one) => one.id === id && one.routes.length > 0))).toEqual([]);
  });
});

describe("what keeps a run from saying anything", () => {
  let server: Reference;
  beforeAll(async () => {
    server = await startReference({ profile: atlas, seed: 1 });
  });
  afterAll(() => server.close());
  const judged = (change: Partial<Target>) =>
    conduct(
      { ...targetOfReference(server, []), ...change },
      { ...about, selection: { areas: ["ACC", "AUTH", "OPS"], risks: ["read"] } },
    );

  it("is told with the profile that answers", async () => {
    const { outcome, reason } = await judged({ contract: bindContract(neutral) });
    expect([outcome, reason]).toEqual(["incomplete", expect.stringContaining("did you mean --profile atlas")]);
  });

  it("is told where the address has the beginning of each path", async () => {
    const { outcome, reason } = await judged({ baseUrl: `${server.url}/api/atlas/v2` });
    expect([outcome, reason]).toEqual(["incomplete", expect.stringContaining("leave out /api/atlas/v2")]);
  });

  it("is a key that is wrong, where no other shows that the server takes none", async () => {
    const wrong = { scheme: "digest", label: "main", username: "nobodyxx", password: "wrong" } as const;
    const { outcome, reason, verdicts } = await judged({ credentials: { main: wrong } });
    expect([outcome, reason]).toEqual([
      "incomplete",
      expect.stringMatching(/a request with the main key returned 401/),
    ]);
    expect(verdicts.filter(({ outcome: one }) => one === "fail")).toEqual([]);
  });
});

describe("a fixture that the target does not know", () => {
  const NOBODY = "0".repeat(24);
  let server: Reference;
  beforeAll(async () => {
    server = await startReference({ seed: 1 });
  });
  afterAll(() => server.close());
  const probed = (fixtures: Target["fixtures"]) =>
    probe({
      ...targetOfReference(server, []),
      kind: "url",
      fixtures: { groupId: server.world.projectId, ...fixtures },
      fixturePlaces: { alertConfigId: "t.yml:7", clusterName: "t.yml:8", groupId: "t.yml:9" },
    });

  it("is told with its line, and neither replaced nor taken for operations that are missing", async () => {
    const { world, findings } = await probed({ alertConfigId: NOBODY, clusterName: "Gone0", liveMigrationId: NOBODY });
    const problems = findings.filter(({ state }) => state === "problem").map(({ text }) => text);
    expect(problems).toEqual([
      expect.stringMatching(/^fixtures\.clusterName \(t\.yml:8\) is Gone0, but .*listClusters does not show it/),
      expect.stringMatching(/^fixtures\.alertConfigId \(t\.yml:7\) is 0{24}, .*404 ALERT_CONFIG_NOT_FOUND/),
      expect.stringMatching(/^fixtures\.liveMigrationId is 0{24}, .*getMigration returned 404/),
    ]);
    expect(Object.keys(world.fixtures)).not.toEqual(expect.arrayContaining(["alertConfigId"]));
    expect(world.fixtures.clusterName).toBeUndefined();
    expect([...world.unbound.keys()].filter((key) => !key.endsWith("/standalone"))).toEqual([]);
  });

  it("is told once if it is a project, and not again for the fixtures inside that project", async () => {
    const { world, findings } = await probed({ groupId: NOBODY });
    expect(findings.filter(({ state }) => state === "problem")).toEqual([
      {
        subject: "fixtures",
        state: "problem",
        text: expect.stringMatching(/^fixtures\.groupId \(t\.yml:9\) is 0{24}/),
      },
    ]);
    expect(world.fixtures.groupId).toBeUndefined();
  });

  it("is none of those that the target knows", async () => {
    const { findings } = await probed(targetOfReference(server, []).fixtures);
    expect(findings.filter(({ state }) => state === "problem")).toEqual([]);
  });
});
