// A reference server in a process of its own, so that it does not share a core with the measured program.
import { once } from "node:events";
import { startReference } from "@plumbline/reference";

const [{ faults, secrets }] = await once(process, "message");
const reference = await startReference({ seed: 1, faults, secrets });
const { url, metricsUrl, world, keys, serviceAccount, blockedServiceAccount, metrics } = reference;
process.send({ url, metricsUrl, world, keys, serviceAccount, blockedServiceAccount, metrics });
process.on("message", ({ advance }) => reference.clock.advance(advance));
process.on("disconnect", () => process.exit(0));
