import { defineConfig } from "vitest/config";

export default defineConfig({
  ssr: { resolve: { conditions: ["plumbline-source", "node", "import", "default"] } },
  test: { include: ["src/**/*.test.ts"], isolate: false, testTimeout: 20_000, hookTimeout: 30_000 },
});
