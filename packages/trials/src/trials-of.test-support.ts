import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

/** Runs trials of a file of this package, which prints a line for each and exits with 1 when one is bad. */
export const trialsOf =
  (file: string) =>
  async (args: string): Promise<void> => {
    const path = fileURLToPath(new URL(`../${file}`, import.meta.url));
    const trials = spawn(process.execPath, [path, ...args.split(" ")], { stdio: ["ignore", "pipe", "inherit"] });
    let said = "";
    trials.stdout.setEncoding("utf8").on("data", (text) => (said += text));
    const [code] = await once(trials, "close");
    expect([code, said]).toEqual([0, said]);
  };
