import { fork, spawn } from "node:child_process";
import { once } from "node:events";

/** Kills all started processes when this process ends in any way. */
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

/** The limit of captured output, beyond which its middle is dropped. */
const MOST_TEXT = 4_000_000;

/**
 * Starts Node with `args`. `said()` is the output so far on both streams, `ended` resolves to the exit code (undefined
 * after a signal).
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

/**
 * A process that answers each message with one; `ask` resolves to undefined when the answer takes longer than
 * `seconds`.
 */
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
        // Kills the process, because its current order would continue during the next one.
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
