import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/** PLUMBLINE_FULL installs three client generators and compiles their output, which takes minutes. */
const full = process.env["PLUMBLINE_FULL"] !== undefined;
const program = fileURLToPath(new URL("../../bench/generators.mjs", import.meta.url));

it.skipIf(!full)("clients generated from the plain documents compile", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], { encoding: "utf8" });
  expect(stdout + stderr).not.toMatch(/^BAD/m);
  expect(status).toBe(0);
  // Three generators, two profiles, three sets of versions, two formats.
  expect(stdout.match(/^ok /gm)).toHaveLength(36);
});
