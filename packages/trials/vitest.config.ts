import { defineConfig } from "vitest/config";

export default defineConfig({
  ssr: { resolve: { conditions: ["plumbline-source", "node", "import", "default"] } },
  test: {
    include: ["src/**/*.test.ts"],
    isolate: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // They start processes and mind the clock, beside the tests of the program.
    maxWorkers: 1,
  },
});
