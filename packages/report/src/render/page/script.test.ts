import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const BUNDLE = fileURLToPath(new URL("../../../bundle-page.mjs", import.meta.url));

describe("the page's script", () => {
  it("is what its source makes", () => {
    const { status, stderr } = spawnSync(process.execPath, [BUNDLE, "--check"], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  });
});
