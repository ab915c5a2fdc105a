import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { bindContract, neutral } from "@plumbline/schemas";
import { targetOfReference } from "../dist/targets/reference.js";

/** A target for a reference server in another process. */
export async function openServed(faults = []) {
  const child = fork(fileURLToPath(new URL("./reference-child.mjs", import.meta.url)), faults);
  const [served] = await once(child, "message");
  const reference = {
    ...served,
    contract: bindContract(neutral),
    clock: { advance: (milliseconds) => child.send({ advance: milliseconds }) },
  };
  return {
    target: targetOfReference(reference, faults),
    close: async () => {
      child.disconnect();
      await once(child, "exit");
    },
  };
}
