import type { LiveEvent, ReportExchange, Verdict } from "@plumbline/report";
import { expect, it } from "vitest";
import { RunSight } from "./run-sight.ts";

const exchange: ReportExchange = {
  id: "x1",
  at: 0,
  milliseconds: 3,
  request: { method: "PATCH", url: "http://127.0.0.1:1/api/v2/alerts/1", headers: [], body: '{"a":1}' },
  response: { status: 404, headers: [], body: '{"errorCode":"GONE"}', bodyBytes: 20, truncated: false },
};
const verdict: Verdict = {
  check: "RULE@acknowledgeAlert/v2",
  requirement: "RULE",
  operation: "acknowledgeAlert",
  version: "v2",
  evidence: ["x1"],
  outcome: "fail",
  expected: "2xx for a plain call",
  received: "404 GONE",
  deciding: { exchange: "x1", where: "status" },
};

it("shows what broke with the exchange that decided, while the run goes on", () => {
  const told: LiveEvent[] = [];
  const sight = new RunSight({ words: "everything", target: "t" }, (event) => told.push(event));
  // The run's gate adds these marks; they do not matter here.
  sight.hear({ type: "exchange", exchange: exchange as never });
  sight.hear({ type: "verdict", verdict: verdict as never });
  sight.hear({ type: "verdict", verdict: { ...verdict, check: "RULE@b", deciding: { exchange: "gone" } } as never });
  sight.close();
  const [first, second] = sight.run.failures;
  expect(first).toMatchObject({
    symptom: "PATCH /api/v2/alerts/1 is answered 404 GONE, not 2xx",
    deciding: {
      method: "PATCH",
      url: "http://127.0.0.1:1/api/v2/alerts/1",
      body: '{"a":1}',
      lines: [
        { text: "404", decides: true },
        { text: '{"errorCode":"GONE"}', decides: false },
      ],
    },
  });
  expect(second?.deciding).toBeUndefined();
  expect(sight.run.milliseconds).toBeGreaterThanOrEqual(0);
});
