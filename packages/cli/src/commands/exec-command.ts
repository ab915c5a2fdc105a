import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Terminal } from "../terminal.ts";

/** Waits until the command ends or the signal aborts. Returns the command's exit code, or 0 without a command. */
export async function endOf(
  command: string | undefined,
  urls: Readonly<Record<string, string>>,
  signal: AbortSignal,
  terminal: Terminal,
): Promise<number> {
  if (command === undefined) {
    if (!signal.aborted) await once(signal, "abort");
    return 0;
  }
  const child = spawn(command, { shell: true, stdio: "inherit", env: { ...process.env, ...urls } });
  signal.addEventListener("abort", () => child.kill("SIGTERM"));
  const [code] = await Promise.race([once(child, "exit"), once(child, "error").then(() => [1])]);
  const status = typeof code === "number" ? code : 1;
  if (status !== 0) terminal.note(`plumbline: the command of --exec ended with ${status}\n`);
  return status;
}
