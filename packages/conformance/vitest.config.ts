import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { ssr, test } from "../../vitest.base.ts";

export default defineConfig({
  ssr,
  // Tests with servers that hang or send slowly mostly wait, so every core gets a worker.
  test: { ...test, maxWorkers: Math.max(2, availableParallelism()) },
});
