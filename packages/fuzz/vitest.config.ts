import { defineConfig } from "vitest/config";
import { ssr, test } from "../../vitest.base.ts";

export default defineConfig({
  ssr,
  // Two of the cli pack and install as well.
  test: { ...test, exclude: process.env["PLUMBLINE_FULL"] === undefined ? ["src/packed.test.ts"] : [] },
});
