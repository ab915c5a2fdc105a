import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const program = fileURLToPath(new URL("../bin/plumbline.mjs", import.meta.url));

/**
 * Starts the program as a process, and waits for the first address in its output. The process ends with the test at the
 * latest.
 */
export async function started(
  ...args: readonly string[]
): Promise<{ readonly child: ChildProcess; readonly url: string; readonly printed: string }> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let printed = "";
  let noted = "";
  child.stderr.on("data", (part: Buffer) => (noted += part.toString()));
  for await (const part of child.stdout) {
    printed += String(part);
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
    if (url !== undefined) return { child, url, printed };
  }
  throw new Error(`it ended without an address: ${printed}${noted}`);
}

/** Sends a signal and waits for the end. Returns the exit code, or `null` if the signal killed the process. */
export async function ended(child: ChildProcess, signal: "SIGINT" | "SIGHUP" | "SIGKILL"): Promise<number | null> {
  const exit = once(child, "exit");
  child.kill(signal);
  const [code] = await exit;
  return code;
}
