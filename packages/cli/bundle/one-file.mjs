// The entry of plumbline.mjs, which is the program, the thread that judges for a proxy and the worker of trials in one file.
import { setFlagsFromString } from "node:v8";
import { isMainThread } from "node:worker_threads";
import { WORKER_ROLE } from "../dist/trials/in-workers.js";

if (!isMainThread) await import("../dist/proxy/judging-thread.js");
else if (process.connected && process.argv[2] === WORKER_ROLE) await import("../dist/trials/worker.js");
else {
  // As bin/plumbline.mjs has it.
  setFlagsFromString("--heap-growing-percent=40");
  const { main } = await import("../dist/index.js");
  process.exitCode = await main(process.argv.slice(2));
}
