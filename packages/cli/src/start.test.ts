import { expect, it } from "vitest";
import { loadedBy } from "./loaded-modules.test-support.ts";

/**
 * A command loads only the modules that it uses, from few files. Loading a package by its index, or the modules of
 * `dist` one by one, would exceed these limits many times.
 */
it.each([
  { args: ["--version"], modules: 10, kilobytes: 24 },
  { args: ["--help"], modules: 10, kilobytes: 24 },
  { args: ["list"], modules: 12, kilobytes: 240 },
  { args: ["run", "--help"], modules: 30, kilobytes: 420 },
  { args: ["serve", "--quiet", "--json", "--end-with-stdin"], modules: 40, kilobytes: 920 },
  { args: ["run", "--target", "reference", "--operation", "listAlerts"], modules: 400, kilobytes: 5_300 },
])("plumbline $args loads at most $modules modules of $kilobytes KB", ({ args, modules, kilobytes }) => {
  const loaded = loadedBy(...args);
  expect(loaded.modules).toBeGreaterThan(5);
  expect(loaded.modules).toBeLessThanOrEqual(modules);
  expect(loaded.bytes / 1_000).toBeLessThanOrEqual(kilobytes);
});
