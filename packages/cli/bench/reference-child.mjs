// A reference server in a process of its own, so that it does not share a core with who is measured.
import { startReference } from "@plumbline/reference";

const reference = await startReference({ seed: 1, faults: process.argv.slice(2) });
const { url, metricsUrl, world, keys, serviceAccount, blockedServiceAccount, metrics } = reference;
process.send({ url, metricsUrl, world, keys, serviceAccount, blockedServiceAccount, metrics });
process.on("message", ({ advance }) => reference.clock.advance(advance));
process.on("disconnect", () => process.exit(0));
