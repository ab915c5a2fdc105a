import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { ssr, test } from "../../vitest.base.ts";

export default defineConfig({
  ssr,
  // What is about servers that hang or drip mostly waits for them.
  test: { ...test, maxWorkers: Math.max(2, availableParallelism()) },
});
