import { fork, spawn } from "node:child_process";
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
    pid: child.pid,
    printed,
    said: () => printed.stdout + printed.stderr,
    kill: (signal = "SIGKILL") => child.kill(signal),
  };
}

/** A process that answers each message with one; `ask` resolves to undefined when the answer takes more than `seconds`. */
export function openWorker(file) {
  let worker;
  return {
    async ask(message, seconds) {
      worker ??= started(file);
      const asked = worker;
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), seconds * 1_000);
      asked.send(message);
      try {
        const [answer] = await once(asked, "message", { signal: late.signal });
        return answer;
      } catch {
        // What it is at would go on beside the next.
        worker = undefined;
        asked.kill("SIGKILL");
        await once(asked, "exit");
        return undefined;
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => worker?.kill("SIGKILL"),
  };
}

function started(file) {
  const worker = fork(file, { stdio: ["ignore", "ignore", "ignore", "ipc"] });
  children.add(worker);
  worker.once("exit", () => children.delete(worker));
  return worker;
}
