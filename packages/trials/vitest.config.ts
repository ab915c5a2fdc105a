import { defineConfig } from "vitest/config";
import { ssr, test } from "../../vitest.base.ts";

export default defineConfig({
  ssr,
  // They start processes and depend on the clock, while the tests of the program run too.
  test: { ...test, maxWorkers: 1 },
});
