import { defineConfig } from "vitest/config";
import { ssr, test } from "../../vitest.base.ts";

export default defineConfig({
  ssr,
  // They start processes and mind the clock, beside the tests of the program.
  test: { ...test, maxWorkers: 1 },
});
