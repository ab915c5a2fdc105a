import { expect, it } from "vitest";
import { broken, decidedBy, inconclusive, upheld } from "../ground/judgement.ts";
import { aCampaign } from "../plan/check.test-support.ts";
import { findingVerdict } from "./finding-verdict.ts";

const finding = {
  operation: "listAlerts",
  version: "v2",
  name: "itemsPerPage=0",
  judgement: broken("4xx", "200"),
  evidence: ["x1"],
};

it("findingVerdict names the finding after its rule and operation, and points to its exchanges", () => {
  expect(findingVerdict(aCampaign("FUZZ-A"), finding)).toEqual({
    check: "FUZZ-A@listAlerts/v2#itemsPerPage=0",
    requirement: "FUZZ-A",
    operation: "listAlerts",
    version: "v2",
    evidence: ["x1"],
    outcome: "fail",
    expected: "4xx",
    received: "200",
    deciding: { exchange: "x1" },
  });
});

it("findingVerdict points to the last exchange, unless the judge named another", () => {
  const several = { ...finding, evidence: ["x1", "x2"] };
  expect(findingVerdict(aCampaign("FUZZ-A"), several)).toMatchObject({ deciding: { exchange: "x2" } });
  const named = { ...several, judgement: decidedBy(finding.judgement, "status", { id: "x1" }) };
  expect(findingVerdict(aCampaign("FUZZ-A"), named)).toMatchObject({ deciding: { exchange: "x1", where: "status" } });
  expect(findingVerdict(aCampaign("FUZZ-A"), { ...finding, evidence: [] })).not.toHaveProperty("deciding");
});

it("findingVerdict has the outcome that the level of its rule allows", () => {
  expect(findingVerdict(aCampaign("FUZZ-A", { level: "SHOULD" }), finding)).toMatchObject({ outcome: "warn" });
  expect(findingVerdict(aCampaign("FUZZ-A"), { ...finding, judgement: upheld })).toMatchObject({ outcome: "pass" });
  const open = findingVerdict(aCampaign("FUZZ-A", { level: "UNSPECIFIED" }), finding);
  expect(open).toMatchObject({ outcome: "observed", note: "itemsPerPage=0: 200" });
});

it("findingVerdict is could-not-run for an inconclusive finding, and includes the replay command", () => {
  const verdict = findingVerdict(
    aCampaign("FUZZ-A"),
    { ...finding, judgement: inconclusive("no key") },
    (id) => `do ${id}`,
  );
  expect(verdict).toMatchObject({
    outcome: "could-not-run",
    reason: "no key",
    replay: "do FUZZ-A@listAlerts/v2#itemsPerPage=0",
  });
});
