import { createReadStream, renameSync, rmSync } from "node:fs";
import { LineFile } from "./line-file.ts";

/**
 * Writes a file of lines once more, each as `mask` gives it: what was written as it came may hold a secret that was learnt
 * later. The old file stands until the new one is whole.
 */
export async function maskLines(path: string, mask: (line: string) => string): Promise<void> {
  const beside = `${path}.masked`;
  const file = new LineFile(beside);
  try {
    for await (const line of linesOf(path)) if (file.append(mask(line))) file.flush();
    file.close();
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** Lines that end in a line feed and in nothing else: texts of JSON may hold the other line ends of Unicode. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest: string[] = [];
  for await (const chunk of createReadStream(path, "utf8")) {
    const [first = "", ...others] = String(chunk).split("\n");
    rest.push(first);
    for (const next of others) {
      yield rest.join("");
      rest = [next];
    }
  }
  const last = rest.join("");
  if (last !== "") yield last;
}
