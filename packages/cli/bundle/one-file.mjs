// The entry of plumbline.mjs, the single file with the program, the proxy's judging thread and the worker of trials.
import { setFlagsFromString } from "node:v8";
import { isMainThread } from "node:worker_threads";
import { WORKER_ROLE } from "../dist/trials/in-workers.js";

if (!isMainThread) await import("../dist/proxy/judging-thread.js");
else if (process.connected && process.argv[2] === WORKER_ROLE) await import("../dist/trials/worker.js");
else {
  // The same setting as in bin/plumbline.mjs.
  setFlagsFromString("--heap-growing-percent=40");
  const { main } = await import("../dist/index.js");
  process.exitCode = await main(process.argv.slice(2));
}
