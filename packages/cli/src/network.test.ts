import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const TRIALS = fileURLToPath(new URL("../bench/network.mjs", import.meta.url));

/** A handful of the trials of `bench/network.mjs`, which has all of them: processes of their own, on the real clock. */
describe("a network that works no more", () => {
  it.each([
    "stops --only 503-years.150.run",
    "stops --only dies.1500.run",
    "stops --command fuzz --only refuses.150.fuzz",
  ])(
    "accuses nobody: %s",
    async (args) => {
      const trials = spawn(process.execPath, [TRIALS, ...args.split(" ")], { stdio: ["ignore", "pipe", "inherit"] });
      let said = "";
      trials.stdout.setEncoding("utf8").on("data", (text) => (said += text));
      const [code] = await once(trials, "close");
      expect([code, said]).toEqual([0, said]);
    },
    120_000,
  );
});
