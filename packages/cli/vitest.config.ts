import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { ssr, test } from "../../vitest.base.ts";

export default defineConfig({
  ssr,
  test: {
    ...test,
    // Packs every package and installs three test runners, which takes minutes.
    exclude: process.env["PLUMBLINE_FULL"] === undefined ? ["src/testing/packed.test.ts"] : [],
    // The action's parts import JSON as bundlers do.
    server: { deps: { ...test.server.deps, inline: [/@actions\//] } },
    // Most of these wait for other processes: one file more than there are cores is not too many.
    maxWorkers: Math.max(2, availableParallelism()) + 1,
  },
});
