import type { Exchange } from "@plumbline/client";
import { expect, it } from "vitest";
import { requirements } from "../../requirements/requirements.ts";
import { testTarget } from "../../target/target.test-support.ts";
import { GROUP, SERVER, traffic } from "../exchange.test-support.ts";
import { TrafficJudge } from "../traffic-judge.ts";

async function reportOf(exchanges: readonly Exchange[]) {
  const judge = new TrafficJudge(testTarget(SERVER), { requirements, command: "", toolVersion: "0", runId: "0" });
  for (const exchange of exchanges) judge.see(exchange);
  const report = await judge.finish();
  const note = (check: string) => {
    const verdict = report.verdicts.find((one) => one.check === check);
    return verdict?.outcome === "observed" ? verdict.note : verdict?.outcome;
  };
  return { report, note };
}

const CONFIGS = `/api/product/v1.0/groups/${GROUP}/alertConfigs`;
const body = {
  eventTypeName: "CREDIT_CARD_ABOUT_TO_EXPIRE",
  notifications: [{ typeName: "EMAIL", emailAddress: "a@example.com", delayMin: 0, intervalMin: 60 }],
};
const answer = { ...body, id: "b".repeat(24), groupId: GROUP, enabled: false };

it("reports mistakes of clients as observations, never as failures of the server", async () => {
  const next = traffic();
  const { report, note } = await reportOf([
    next("POST", `${CONFIGS}?verbose=1`, 201, { body: { ...body, colour: "canary" }, answer }),
    next("POST", CONFIGS, 400, { body: { notifications: body.notifications }, answer: {} }),
  ]);
  expect(note("CLIENT-UNLISTED@createAlertConfig/v1.0")).toBe("sends what is not listed: verbose, /colour");
  expect(note("CLIENT-LIMITS@createAlertConfig/v1.0")).toMatch(
    /^sends what breaks a limit: the body at \/eventTypeName/,
  );
  expect(note("CLIENT-OLD@createAlertConfig/v1.0")).toMatch(/^uses version 1.0/);
  // Mistakes of clients are no failures of the server, and the report must not quote the values that they send.
  expect(
    report.verdicts.filter(({ requirement }) => requirement.startsWith("CLIENT")).map((one) => one.outcome),
  ).not.toContain("fail");
  expect(JSON.stringify(report.verdicts)).not.toContain("canary");
});

it("expects any names in a free-form object", async () => {
  const next = traffic();
  const index = {
    name: "i",
    collectionName: "c",
    database: "d",
    definition: { mappings: { fields: { anything: {} } } },
  };
  const path = `/api/product/v2/groups/${GROUP}/clusters/Cluster0/search/indexes`;
  const headers = [["accept", "application/vnd.product.2025-01-01+json"]] as const;
  const { note } = await reportOf([next("POST", path, 201, { body: index, answer: {}, headers })]);
  expect(String(note("CLIENT-UNLISTED@createSearchIndex/v2"))).not.toContain("/definition");
  expect(note("TRAFFIC-EXERCISED@createSearchIndex/v2")).toMatch(/^asked once, 1 taken/);
});

it("counts the parameters, members and values that requests used, per operation and in total", async () => {
  const next = traffic();
  const { report, note } = await reportOf([
    next("GET", `${CONFIGS}?pageNum=1`, 200, { answer: { results: [], totalCount: 0 } }),
    next("GET", CONFIGS, 404),
    next("POST", CONFIGS, 201, { body, answer }),
  ]);
  expect(note("TRAFFIC-EXERCISED@listAlertConfigs/v1.0")).toMatch(
    /^asked 2 times, 1 taken; 1 of \d parameters, never /,
  );
  const made = note("TRAFFIC-EXERCISED@createAlertConfig/v1.0");
  expect(made).toMatch(/^asked once, 1 taken; 0 of 2 parameters.* of \d+ members, never .* of \d+ listed values/);
  expect(note("TRAFFIC-EXERCISED@deleteAlertConfig/v1.0")).toBe("not-applicable");
  const [covered] = report.doctor.filter(({ subject }) => subject === "coverage");
  expect(covered?.text).toMatch(/^requests used 2 of \d+ routes, .* rules were seen$/);
});

it.each([
  ["a notification of an unknown type", { notifications: [{ typeName: "CARRIER_PIGEON" }] }, "warn"],
  ["a number as a notification", { notifications: [5] }, "fail"],
])("judges a server that accepts %s: %s", async (_what, change, outcome) => {
  const next = traffic();
  const { report } = await reportOf([next("POST", CONFIGS, 201, { body: { ...body, ...change }, answer })]);
  const verdict = report.verdicts.find(({ check }) => check === "TRAFFIC-LIMITS@createAlertConfig/v1.0");
  expect(verdict?.outcome).toBe(outcome);
});
