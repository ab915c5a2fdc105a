import { spawn } from "node:child_process";
import { once } from "node:events";

/** Whatever way this process ends, nothing that it started goes on. */
const children = new Set();
process.once("exit", killAll);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.once(signal, () => {
    killAll();
    process.exit(130);
  });

function killAll() {
  for (const child of children) child.kill("SIGKILL");
}

/** What a text may come to before its middle is not worth keeping. */
const MOST_TEXT = 4_000_000;

/**
 * Starts Node with `args`. `said()` is what it has printed so far on both streams, `ended` resolves to its exit code
 * (undefined when a signal ended it).
 */
export function startNode(args, { environment = {}, cwd } = {}) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.add(child);
  const printed = { stdout: "", stderr: "" };
  for (const name of Object.keys(printed))
    child[name].setEncoding("utf8").on("data", (text) => {
      if (printed[name].length < MOST_TEXT) printed[name] += text;
    });
  const ended = once(child, "close").then(([code]) => {
    children.delete(child);
    return code ?? undefined;
  });
  return {
    ended,
    printed,
    said: () => printed.stdout + printed.stderr,
    kill: (signal = "SIGKILL") => child.kill(signal),
  };
}
