import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const DRAW = fileURLToPath(new URL("../../draw-texts.mjs", import.meta.url));

it("the checked-in texts equal the output of draw-texts.mjs", () => {
  const { status, stderr } = spawnSync(process.execPath, [DRAW, "--check"], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});
