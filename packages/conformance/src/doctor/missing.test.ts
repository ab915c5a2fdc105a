import { atlas, bindContract, type OperationId } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { exchangeOf, scripted } from "../expect/scripted.test-support.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { testTarget } from "../target/target.test-support.ts";
import { findMissing } from "./missing.ts";

/** The operations that count as missing where one read of version 1.0 gets a status and all other requests succeed. */
async function missingIf(read: OperationId, status: number): Promise<readonly string[]> {
  const fixtures = { groupId: "32b6e34b3d91647abb20e7b8", clusterName: "Cluster0", shardedClusterName: "Shards" };
  const target = testTarget("http://127.0.0.1:1", { contract: bindContract(atlas), fixtures });
  const { ask } = scripted(({ operation, version, elsewhere }) =>
    elsewhere !== undefined || (operation === read && version === "1.0")
      ? exchangeOf(elsewhere === undefined ? status : 404, { errorCode: "INVALID_PATH_PARAMETER" })
      : exchangeOf(200, { results: [] }),
  );
  return [...(await findMissing(target, emptyWorld(target), ask)).unbound.keys()];
}

it("findMissing counts an operation that only the profile adds as missing after a 400 or 404", async () => {
  expect(await missingIf("listShardedSnapshots", 400)).toEqual(["listShardedSnapshots/1.0"]);
  expect(await missingIf("listShardedSnapshots", 404)).toEqual(["listShardedSnapshots/1.0"]);
});

it("findMissing counts a described operation as present, whatever it refuses", async () => {
  expect(await missingIf("listAlerts", 400)).toEqual([]);
});

it("findMissing counts the records of a list that is not there as missing, although their area has another read", async () => {
  const fixtures = { groupId: "32b6e34b3d91647abb20e7b8" };
  const target = testTarget("http://127.0.0.1:1", { contract: bindContract(atlas), fixtures });
  const { ask } = scripted(({ operation, elsewhere }) =>
    elsewhere === undefined && ["listMatcherFieldNames", "getCustomDns"].includes(operation)
      ? exchangeOf(200, [])
      : exchangeOf(404, { errorCode: "NOT_FOUND" }),
  );
  const { unbound } = await findMissing(target, emptyWorld(target), ask);
  const missing = ["listAlertConfigs/2", "getAlertConfig/2", "deleteAlertConfig/2", "createAlertConfig/2"];
  expect(missing.filter((one) => !unbound.has(one))).toEqual([]);
  expect(["listMatcherFieldNames/2", "getCustomDns/2", "updateCustomDns/2"].filter((one) => unbound.has(one))).toEqual(
    [],
  );
});
