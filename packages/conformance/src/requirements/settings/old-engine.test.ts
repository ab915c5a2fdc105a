import type { OperationId } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { exchangeOf } from "../../expect/scripted.test-support.ts";
import type { Judgement } from "../../ground/judgement.ts";
import { judgementOf, storyOn } from "../../kernel/story-on.test-support.ts";
import { requirements } from "../requirements.ts";

const GROUP = "32b6e34b3d91647abb20e7b8";

/** Tells the story of a rule where no old cluster is stated and the known project lists one with this engine. */
async function judged(id: string, operation: OperationId, engineVersion: string, status: number) {
  const rule = requirements.find((one) => one.id === id);
  if (rule?.kind !== "story") return expect.fail(`${id} is a story`);
  const cluster = { name: "Cluster0", engineVersion };
  const scene = storyOn(
    (call) =>
      call.operation === "listClusters"
        ? exchangeOf(200, { results: [cluster], totalCount: 1 })
        : exchangeOf(status, status < 300 ? { enabled: false } : {}, "POST"),
    { operation, fixtures: { groupId: GROUP, clusterName: "Cluster0" } },
  );
  let told: Judgement | undefined;
  const stopped = await judgementOf(async () => {
    told = await rule.tell(scene.story);
  });
  return stopped ?? told;
}

describe("PIP-PRECONDITION, without a stated project with an old engine", () => {
  const mode = (engine: string, status: number) => judged("PIP-PRECONDITION", "disablePrivateIpMode", engine, status);

  it("is broken if private IP mode can be disabled while a listed cluster has an old engine", async () => {
    expect(await mode("4.4.1", 200)).toMatchObject({ kind: "broken" });
  });

  it("is inconclusive if the request is refused, or if all engines are new", async () => {
    for (const [engine, status] of [
      ["4.4.1", 409],
      ["7.0.1", 200],
    ] as const)
      expect(await mode(engine, status)).toMatchObject({ kind: "inconclusive" });
  });
});

describe("SRCH-ENGINE, without a stated cluster with an old engine", () => {
  it("is not-applicable if every engine is new enough", async () => {
    expect(await judged("SRCH-ENGINE", "createSearchIndex", "7.0.1", 200)).toMatchObject({ kind: "not-applicable" });
  });
});
