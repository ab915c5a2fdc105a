import { join } from "node:path";
import { rolldown } from "rolldown";
import { HOME } from "./contents/root.ts";

/** The bundled script of every page: search, and the switch between light and dark. */
export async function bundledScript(): Promise<string> {
  const bundle = await rolldown({ input: join(HOME, "src/browser/main.ts"), platform: "browser", logLevel: "warn" });
  const { output } = await bundle.generate({ format: "iife", minify: true });
  await bundle.close();
  return output[0].code;
}
