import { renameSync, rmSync } from "node:fs";
import { boundedLines } from "../bounded-lines.ts";
import { LineFile } from "./line-file.ts";

/**
 * Writes a file of lines once more, each as `mask` gives it: what was written as it came may hold a secret that was learnt
 * later. The old file stands until the new one is whole.
 */
export async function maskLines(path: string, mask: (line: string) => string): Promise<void> {
  const beside = `${path}.masked`;
  const file = new LineFile(beside);
  try {
    // Whatever was written has to be masked, however long it is.
    for await (const { text = "" } of boundedLines(path, Number.POSITIVE_INFINITY))
      if (file.append(mask(text))) file.flush();
    file.close();
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
