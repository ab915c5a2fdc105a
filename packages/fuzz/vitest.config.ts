import { defineConfig } from "vitest/config";
import { ssr, test } from "../../vitest.base.ts";

export default defineConfig({
  ssr,
  // Packs and installs, as those of the program do in the long variant.
  test: { ...test, exclude: process.env["PLUMBLINE_FULL"] === undefined ? ["src/packed.test.ts"] : [] },
});
