// The cost of a command before it does anything: time and memory of its start, compared with an empty Node program.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { figure } from "../../../scripts/figures.mjs";

const PAIRS = Number(process.env.PAIRS ?? 9);
const program = fileURLToPath(new URL("../bin/plumbline.mjs", import.meta.url));
/** Runs in the process itself, because not every system tells other processes its peak memory. */
const peak = `data:text/javascript,${encodeURIComponent('process.on("exit", () => process.send?.(process.resourceUsage().maxRSS / 1024))')}`;

/** Starts Node twice: once for the duration in milliseconds, and once with the hook that reads the memory in megabytes. */
async function startOf(...args) {
  const began = performance.now();
  await ended(spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] }), args);
  const milliseconds = performance.now() - began;
  const watched = spawn(process.execPath, ["--import", peak, ...args], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  let megabytes = Number.NaN;
  watched.on("message", (most) => (megabytes = most));
  await ended(watched, args);
  return { milliseconds, megabytes };
}

async function ended(child, args) {
  const status = await new Promise((resolve) => child.once("close", resolve));
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}`);
}

const STARTS = [
  { name: "plumbline --version", args: [program, "--version"], milliseconds: 150, megabytes: 60 },
  { name: "plumbline list", args: [program, "list"], milliseconds: 250 },
  { name: "plumbline run --help", args: [program, "run", "--help"] },
];

console.log(`The program from its start to its end, ${PAIRS} pairs`);
for (const { name, args, milliseconds, megabytes } of STARTS) {
  const [own, bare] = [[], []];
  for (let pair = 0; pair <= PAIRS; pair += 1) {
    const [one, other] = [await startOf(...args), await startOf("-e", "0")];
    // The first pair reads the files from the disk, so it does not count.
    if (pair > 0) [own.push(one), bare.push(other)];
  }
  const told = (what, unit, atMost) =>
    figure({
      name: `${name}, ${what}`,
      values: own.map((one) => one[what]),
      unit,
      atMost,
      bare: { name: "node -e 0", values: bare.map((one) => one[what]) },
    });
  told("milliseconds", "ms", milliseconds);
  told("megabytes", "MB", megabytes);
}
