import { bindContract, neutral } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { exchangeOf, scripted } from "../../expect/scripted.test-support.ts";
import { subjectOf } from "../../plan/check.test-support.ts";
import type { Context } from "../../rule/requirement.ts";
import { emptyWorld } from "../../target/empty-world.ts";
import { testTarget } from "../../target/target.test-support.ts";
import { listsElsewhere } from "./lists-elsewhere.ts";

const [GROUP, OTHER] = ["32b6e34b3d91647abb20e7b8", "32b6e34b3d91647abb20e7b9"];
const [JOB, ANOTHER] = ["32b6e34b3d91647abb20e7c0", "32b6e34b3d91647abb20e7c1"];

/** Compares the restore jobs of clusters with one name in two projects: the second list has these, or is refused. */
async function judged(theirs: readonly string[] | undefined) {
  const contract = bindContract(neutral);
  const fixtures = { groupId: GROUP, otherGroupId: OTHER, clusterName: "Cluster0" };
  const world = { ...emptyWorld(testTarget("http://127.0.0.1:1")), fixtures };
  const context: Context = { ...subjectOf("listRestoreJobs"), contract, world };
  const { ask } = scripted(({ path, who }) => {
    const ids = path?.["groupId"] === OTHER && who === "otherProject" ? theirs : [JOB];
    return ids === undefined ? exchangeOf(404) : exchangeOf(200, { results: ids.map((id) => ({ id })) });
  });
  const [ofOthers] = listsElsewhere(context).filter(({ name }) => name.includes("not the main key's"));
  return ofOthers?.ask(ask);
}

it("listsElsewhere is broken by a record that also appears for the cluster of the same name in another project", async () => {
  expect(await judged([JOB])).toMatchObject({ kind: "broken", received: `${JOB} in both` });
});

it("listsElsewhere accepts other records there, or a 404", async () => {
  expect(await judged([ANOTHER])).toMatchObject({ kind: "holds" });
  expect(await judged(undefined)).toMatchObject({ kind: "holds" });
});
