// Another client that works in the same project during a run, with its own records.
import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { placeOf } from "../interface.mjs";

/** Milliseconds between two writes: short enough for several of them during any check that reads twice. */
const PAUSE = 10;

const CONFIGURATION = {
  enabled: false,
  eventTypeName: "CREDIT_CARD_ABOUT_TO_EXPIRE",
  notifications: [{ typeName: "GROUP", intervalMin: 5, delayMin: 0, emailEnabled: true }],
};

/** Starts the client; `stop` deletes its records and returns the number of accepted writes. */
export function startNeighbour({ caller, fixtures: { groupId } }) {
  const made = { alertConfigId: [], exportBucketId: [] };
  let writes = 0;
  let goesOn = true;
  const ask = async (id, values, body) => {
    const { method, path, accept } = placeOf(id, { groupId, ...values });
    const { status, json } = await caller.send(method, path, accept, body);
    if (status < 300 && method !== "GET") writes += 1;
    return status < 300 ? json : undefined;
  };
  const create = async (id, parameter, body) => {
    const record = await ask(id, {}, body);
    if (record !== undefined) made[parameter].push(record.id ?? record._id);
  };
  const remove = async (id, parameter) => {
    const first = made[parameter].shift();
    if (first !== undefined) await ask(id, { [parameter]: first });
  };
  const toggle = async () => {
    const [first] = made.alertConfigId;
    if (first !== undefined) await ask("setAlertConfigEnabled", { alertConfigId: first }, { enabled: true });
  };
  const work = async () => {
    const roles = await ask("listCloudAccessRoles", {});
    const iamRoleId = Object.values(roles).flat()[0].roleId;
    const bucket = () => ({ bucketName: `neighbour-${randomInt(1e9)}`, cloudProvider: "PROVIDER_A", iamRoleId });
    const deeds = [
      () => create("createAlertConfig", "alertConfigId", CONFIGURATION),
      toggle,
      () => create("createExportBucket", "exportBucketId", bucket()),
      () => remove("deleteAlertConfig", "alertConfigId"),
      () => create("createAlertConfig", "alertConfigId", CONFIGURATION),
      () => remove("deleteExportBucket", "exportBucketId"),
      () => remove("deleteAlertConfig", "alertConfigId"),
    ];
    for (let turn = 0; goesOn; turn += 1) {
      await deeds[turn % deeds.length]();
      await pause(PAUSE);
    }
    while (made.alertConfigId.length > 0) await remove("deleteAlertConfig", "alertConfigId");
    while (made.exportBucketId.length > 0) await remove("deleteExportBucket", "exportBucketId");
  };
  const working = work();
  return {
    async stop() {
      goesOn = false;
      await working;
      return writes;
    },
  };
}
