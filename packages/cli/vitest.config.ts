import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  ssr: { resolve: { conditions: ["plumbline-source", "node", "import", "default"] } },
  test: {
    include: ["src/**/*.test.ts"],
    isolate: false,
    // It imports JSON as bundlers do.
    server: { deps: { inline: [/@actions\//] } },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Most of these wait for other processes: one file more than there are cores is not too many.
    maxWorkers: Math.max(2, availableParallelism()) + 1,
  },
});
