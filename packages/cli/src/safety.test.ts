import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const TRIALS = fileURLToPath(new URL("../bench/safety.mjs", import.meta.url));

/** A handful of the trials of `bench/safety.mjs`, which has all of them: processes of their own, on the real clock. */
describe("somebody else's server", () => {
  it.each([
    "kills --command run --removable --times 1 --seed 15",
    "kills --command fuzz --removable --times 1 --seed 13",
    "hostile --only create-existing-200.fuzz.removable",
    "permissions --only cleanup",
    "journals --times 16 --only mark",
  ])(
    "is left as it was: %s",
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
