import { bindContract, neutral } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { exchangeOf, scripted } from "../../expect/scripted.test-support.ts";
import { subjectOf } from "../../plan/check.test-support.ts";
import type { Context } from "../../rule/requirement.ts";
import { emptyWorld } from "../../target/empty-world.ts";
import { testTarget } from "../../target/target.test-support.ts";
import { edgeNames } from "./conventions.ts";

/** Judges a read of a snapshot below the cluster "a", which the target answers with this status and code. */
async function judged(status: number, errorCode: string) {
  const fixtures = {
    groupId: "32b6e34b3d91647abb20e7b8",
    clusterName: "Cluster0",
    snapshotId: "32b6e34b3d91647abb20e7c0",
  };
  const world = { ...emptyWorld(testTarget("http://127.0.0.1:1")), fixtures };
  const context: Context = { ...subjectOf("getSnapshot"), contract: bindContract(neutral), world };
  const { ask } = scripted(({ path }) => {
    const name = path?.["clusterName"] ?? "";
    if (name === "a") return exchangeOf(status, { error: status, errorCode });
    return name.startsWith("-")
      ? exchangeOf(400, { error: 400, errorCode: "VALIDATION_ERROR" })
      : exchangeOf(404, { error: 404, errorCode: "CLUSTER_NOT_FOUND" });
  });
  return edgeNames(context)
    .find(({ name }) => name.includes('"a"'))
    ?.ask(ask);
}

it("edgeNames is broken by a well-formed name that is answered like a malformed one", async () => {
  expect(await judged(400, "VALIDATION_ERROR")).toMatchObject({ kind: "broken" });
});

it("edgeNames accepts the answer to an unknown cluster, and those of a cluster that has the name", async () => {
  expect(await judged(404, "CLUSTER_NOT_FOUND")).toMatchObject({ kind: "holds" });
  expect(await judged(404, "SNAPSHOT_NOT_FOUND")).toMatchObject({ kind: "holds" });
  expect(await judged(400, "SHARED_TIER_WITHOUT_BACKUPS")).toMatchObject({ kind: "holds" });
});
