import type { Exchange } from "@plumbline/client";
import { expect, it } from "vitest";
import { requirements } from "../../requirements/requirements.ts";
import { testTarget } from "../../target/target.test-support.ts";
import { GROUP, SERVER, traffic } from "../exchange.test-support.ts";
import { TrafficJudge } from "../traffic-judge.ts";

const CONFIGS = `/api/product/v1.0/groups/${GROUP}/alertConfigs`;
const record = (index: number) => ({
  id: `${index}`.padStart(24, "a"),
  groupId: GROUP,
  eventTypeName: "CREDIT_CARD_ABOUT_TO_EXPIRE",
  enabled: true,
  created: "2026-01-01T00:00:00Z",
  updated: "2026-01-01T00:00:00Z",
});
const page = (from: number, to: number, totalCount = 2) => ({
  answer: { results: Array.from({ length: to - from }, (_, at) => record(from + at)), totalCount },
});

async function verdictsOf(exchanges: readonly Exchange[], credentials = {}) {
  // The target has no fixtures: the exchanges show which records exist.
  const target = testTarget(SERVER, { credentials, fixtures: {} });
  const judge = new TrafficJudge(target, { requirements, command: "", toolVersion: "0", runId: "0" });
  for (const exchange of exchanges) judge.see(exchange);
  const { verdicts } = await judge.finish();
  return new Map(verdicts.map((verdict) => [verdict.check, verdict]));
}

it("answers the questions of probes from recorded exchanges", async () => {
  const of = (status: number) => {
    const next = traffic();
    return [
      next("GET", CONFIGS, 200, page(0, 2)),
      next("GET", `${CONFIGS}?itemsPerPage=0`, status, status === 200 ? page(0, 2) : { answer: {} }),
    ];
  };
  const check = "PAGE-ITEMS-REJECT@listAlertConfigs/v1.0";
  expect((await verdictsOf(of(200))).get(check)).toMatchObject({ outcome: "fail", evidence: ["2"] });
  expect((await verdictsOf(of(400))).get(check)?.outcome).toBe("pass");
});

it("uses no exchange from before a write", async () => {
  const next = traffic();
  const exchanges = [
    next("GET", CONFIGS, 200, page(0, 2)),
    next("DELETE", `${CONFIGS}/${record(1).id}`, 204),
    next("GET", `${CONFIGS}?itemsPerPage=0`, 200, page(0, 1)),
  ];
  expect((await verdictsOf(exchanges)).get("PAGE-ITEMS-REJECT@listAlertConfigs/v1.0")?.outcome).toBe("not-applicable");
});

it("does not treat a caller as a stranger if the recording may have removed the key", async () => {
  const check = "AUTH-DIGEST-REQUIRED@listAlertConfigs/v1.0";
  const next = traffic();
  const without = { authorization: null } as const;
  const signed = next("GET", CONFIGS, 200, page(0, 2));
  const unsigned = next("GET", CONFIGS, 200, { ...page(0, 2), ...without });
  expect((await verdictsOf([unsigned, unsigned])).get(check)?.outcome).toBe("not-applicable");
  expect((await verdictsOf([signed, signed, unsigned])).get(check)?.outcome).toBe("fail");
});

it("judges a long answer by its JSON even if its text is truncated", async () => {
  const next = traffic();
  const check = "PAGE-INCLUDECOUNT-DEFAULT@listAlertConfigs/v1.0";
  const long = next("GET", CONFIGS, 200, page(0, 500, 500));
  const { response } = long;
  if ("fault" in response || response.bodyBytes <= 2 ** 16) throw new Error("expected a long answer");
  const cut = { ...long, response: { ...response, body: response.body.slice(0, 2 ** 16) } };
  expect((await verdictsOf([cut])).get(check)?.outcome).toBe("pass");
  const { totalCount: _none, ...without } = page(0, 500).answer;
  const wrong = { ...cut, response: { ...cut.response, json: without } };
  expect((await verdictsOf([wrong])).get(check)?.outcome).toBe("fail");
});
