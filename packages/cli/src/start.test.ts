import { expect, it } from "vitest";
import { loadedBy } from "./loaded-modules.test-support.ts";

/**
 * A command loads only the modules that it uses. Loading a package by its index would exceed these limits many times.
 */
it.each([
  { args: ["--version"], modules: 16, kilobytes: 40 },
  { args: ["--help"], modules: 16, kilobytes: 40 },
  { args: ["list"], modules: 18, kilobytes: 240 },
  { args: ["run", "--help"], modules: 175, kilobytes: 480 },
  { args: ["serve", "--quiet", "--json", "--end-with-stdin"], modules: 350, kilobytes: 1_000 },
])("plumbline $args loads at most $modules modules of $kilobytes KB", ({ args, modules, kilobytes }) => {
  const loaded = loadedBy(...args);
  expect(loaded.modules).toBeGreaterThan(5);
  expect(loaded.modules).toBeLessThanOrEqual(modules);
  expect(loaded.bytes / 1_000).toBeLessThanOrEqual(kilobytes);
});
