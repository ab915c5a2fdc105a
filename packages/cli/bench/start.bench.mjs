// What a command costs before it does anything: the program that lists requirements, beside Node that does nothing.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { figure } from "../../../scripts/figures.mjs";

const PAIRS = Number(process.env.PAIRS ?? 9);
const program = fileURLToPath(new URL("../bin/plumbline.mjs", import.meta.url));

function milliseconds(...args) {
  const began = performance.now();
  const run = spawnSync(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  if (run.status !== 0) throw new Error(`node ${args.join(" ")} ended with ${run.status}`);
  return performance.now() - began;
}

const [listed, bare] = [[], []];
for (let pair = 0; pair <= PAIRS; pair += 1) {
  const own = milliseconds(program, "list");
  const other = milliseconds("-e", "0");
  // The first pair has files read from the disk and is not counted.
  if (pair === 0) continue;
  listed.push(own);
  bare.push(other);
}
console.log(`The program from its start to its end, ${PAIRS} pairs`);
figure({ name: "plumbline list", values: listed, unit: "ms", atMost: 200, bare: { name: "node -e 0", values: bare } });
