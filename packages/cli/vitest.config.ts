import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  ssr: { resolve: { conditions: ["plumbline-source", "node", "import", "default"] } },
  test: {
    include: ["src/**/*.test.ts"],
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 30_000,
    // Most of these wait for other processes: a core for each file is not too many.
    maxWorkers: Math.max(2, availableParallelism()),
  },
});
