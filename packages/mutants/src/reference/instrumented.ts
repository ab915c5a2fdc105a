import { pathToFileURL } from "node:url";
import type * as reference from "@plumbline/reference";

/** The part of the reference that trials use. */
export type ReferenceModule = Pick<typeof reference, "startReference">;

let times = 0;

/** Loads the bundled reference; `anew` also repeats the code that runs when it is loaded. */
export async function loadInstrumented(path: string, anew: boolean): Promise<ReferenceModule> {
  if (anew) times += 1;
  const module: unknown = await import(`${pathToFileURL(path).href}?${anew ? times : "once"}`);
  return module as ReferenceModule;
}
