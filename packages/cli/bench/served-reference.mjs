import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { bindContract, neutral } from "@plumbline/schemas";
import { targetOfReference } from "../dist/targets/reference.js";

/** A target for a reference server in another process. With the `secrets` of one server, another one accepts its requests. */
export async function openServed({ faults = [], secrets = {} } = {}) {
  const child = fork(fileURLToPath(new URL("./reference-child.mjs", import.meta.url)));
  child.send({ faults, secrets });
  const [served] = await once(child, "message");
  const { keys, serviceAccount, blockedServiceAccount, metrics } = served;
  const reference = {
    ...served,
    contract: bindContract(neutral),
    clock: { advance: (milliseconds) => child.send({ advance: milliseconds }) },
  };
  return {
    target: targetOfReference(reference, faults),
    secrets: { keys, serviceAccount, blockedServiceAccount, metrics },
    close: async () => {
      child.disconnect();
      await once(child, "exit");
    },
  };
}
