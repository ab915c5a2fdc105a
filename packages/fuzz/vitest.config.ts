import { defineConfig } from "vitest/config";
import { ssr, test } from "../../vitest.base.ts";

export default defineConfig({
  ssr,
  // This test packs and installs, so it runs only in the long variant, like those of the program.
  test: { ...test, exclude: process.env["PLUMBLINE_FULL"] === undefined ? ["src/packed.test.ts"] : [] },
});
