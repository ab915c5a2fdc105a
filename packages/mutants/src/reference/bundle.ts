import { join, relative, sep } from "node:path";
import { rolldown } from "rolldown";
import type { SourceFile } from "../instrument.ts";

/**
 * Bundles a package with its instrumented files into one module, and returns its path. A single module can be loaded
 * again for each mutant in code that runs only when a module is loaded.
 */
export async function bundle(folder: string, instrumented: readonly SourceFile[]): Promise<string> {
  const src = join(folder, "src");
  const texts = new Map(instrumented.map(({ file, text }) => [file, text]));
  const built = await rolldown({
    input: join(src, "index.ts"),
    platform: "node",
    logLevel: "silent",
    treeshake: false,
    external: (id) => !id.startsWith(".") && !id.startsWith("/") && !id.startsWith(src),
    plugins: [
      {
        name: "instrumented",
        load: (id) => texts.get(relative(src, id).split(sep).join("/")) ?? null,
      },
    ],
  });
  // From this folder, imports resolve in the same way as from the package itself.
  const file = join(folder, "node_modules", ".cache", "mutants", "index.mjs");
  await built.write({ file, format: "esm", codeSplitting: false });
  await built.close();
  return file;
}
