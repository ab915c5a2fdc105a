import { renameSync, rmSync } from "node:fs";
import { boundedLines } from "../bounded-lines.ts";
import { LineFile } from "./line-file.ts";

/**
 * Rewrites a file line by line through `mask`, because lines may contain a secret that the run learnt only later. The
 * old file remains until the new one is complete.
 */
export async function maskLines(path: string, mask: (line: string) => string): Promise<void> {
  const beside = `${path}.masked`;
  const file = new LineFile(beside);
  try {
    // Every written line must be masked, whatever its length.
    for await (const { text = "" } of boundedLines(path, Number.POSITIVE_INFINITY))
      if (file.append(mask(text)) === "full") file.flush();
    file.close();
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
