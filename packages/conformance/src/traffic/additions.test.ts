import { atlas, bindContract } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { requirements } from "../requirements/requirements.ts";
import { testTarget } from "../target/target.test-support.ts";
import { GROUP, SERVER, traffic } from "./exchange.test-support.ts";
import { TrafficJudge } from "./traffic-judge.ts";

/** The verdict of the rule on plain calls, for lists of all clusters that were answered with this status. */
async function judged(version: "1.0" | "2", status: number) {
  const target = { ...testTarget(SERVER), contract: bindContract(atlas) };
  const judge = new TrafficJudge(target, { requirements, command: "", toolVersion: "0", runId: "0" });
  const next = traffic();
  const more = version === "2" ? { headers: [["accept", "application/vnd.atlas.2025-01-01+json"] as const] } : {};
  // The same caller is let in elsewhere.
  const configs = `/api/atlas/v${version}/groups/${GROUP}/alertConfigs`;
  judge.see(next("GET", configs, 200, { answer: { results: [], totalCount: 0 }, ...more }));
  for (let time = 0; time < 3; time += 1)
    judge.see(
      next("GET", `/api/atlas/v${version}/clusters`, status, { answer: { results: [], totalCount: 0 }, ...more }),
    );
  const { verdicts } = await judge.finish();
  return verdicts.find(({ check }) => check === `OP68-PARAMS@listAllClusters/v${version}`);
}

// The description has this list in version 1.0 alone; the profile gives it a path in version 2 too.
it("an operation that only the profile has in a version is not-applicable if it never succeeds there", async () => {
  expect(await judged("2", 404)).toMatchObject({
    outcome: "not-applicable",
    reason: expect.stringContaining("the description does not have listAllClusters in version 2"),
  });
  for (const version of ["1.0", "2"] as const) expect(await judged(version, 200)).toMatchObject({ outcome: "pass" });
});
