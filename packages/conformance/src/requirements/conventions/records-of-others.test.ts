import { bindContract, neutral } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { exchangeOf, scripted } from "../../expect/scripted.test-support.ts";
import { subjectOf } from "../../plan/check.test-support.ts";
import type { Context } from "../../rule/requirement.ts";
import { emptyWorld } from "../../target/empty-world.ts";
import { testTarget } from "../../target/target.test-support.ts";
import { underTheirs } from "./records-of-others.ts";

const [GROUP, OTHER] = ["32b6e34b3d91647abb20e7b8", "32b6e34b3d91647abb20e7b9"];
const JOB = { id: "32b6e34b3d91647abb20e7c0", targetGroupId: GROUP };

/** Asks for a restore job below the path of another project, with the key of that project. */
async function judged(job: object, statusThere: number) {
  const fixtures = { groupId: GROUP, otherGroupId: OTHER, clusterName: "Cluster0", restoreJobId: JOB.id };
  const world = { ...emptyWorld(testTarget("http://127.0.0.1:1")), fixtures };
  const context: Context = { ...subjectOf("getRestoreJob"), contract: bindContract(neutral), world };
  const { ask, calls } = scripted(({ path, who }) =>
    path?.["groupId"] === OTHER && who === "otherProject" ? exchangeOf(statusThere, job) : exchangeOf(200, job),
  );
  const [one] = underTheirs(context);
  return { judgement: await one?.ask(ask), calls };
}

it("underTheirs is broken if another project's key finds the record below its own project", async () => {
  expect((await judged(JOB, 200)).judgement).toMatchObject({ kind: "broken" });
  expect((await judged(JOB, 404)).judgement).toMatchObject({ kind: "holds" });
});

it("underTheirs asks nothing about a job that restores into the other project", async () => {
  const { judgement, calls } = await judged({ ...JOB, targetGroupId: OTHER }, 200);
  expect([judgement?.kind, calls.length]).toEqual(["nothing-to-ask", 1]);
});
