import { existsSync, readFileSync } from "node:fs";
import type { KnownWish } from "@plumbline/report";
import { Document, isSeq, parseDocument } from "yaml";
import { replaceOwnFile } from "../files/own-file.ts";
import { readKnownFailures } from "../known-failures/read.ts";
import { UsageError } from "../usage-error.ts";

/**
 * Adds an entry to a list of known failures, and creates the list if necessary. Comments and formatting of other
 * entries stay. If the write fails, the list stays as it is.
 * @throws UsageError when the list cannot be read, or contains the check already.
 */
export function addKnownFailure(path: string, { check, reason }: KnownWish): void {
  if (reason.trim() === "") throw new UsageError("a known failure needs a reason: say why it may fail");
  const isThere = existsSync(path);
  const known = isThere ? readKnownFailures(path) : [];
  if (known.some((entry) => entry.check === check))
    throw new UsageError(`${path} already lists ${check}: change its entry there`);
  const text = isThere ? readFileSync(path, "utf8") : "";
  if (path.endsWith(".json")) {
    replaceOwnFile(path, `${JSON.stringify([...known, { check, reason }], null, 2)}\n`);
    return;
  }
  const document = parseDocument(text);
  const entry = document.createNode({ check, reason });
  if (isSeq(document.contents)) {
    document.add(entry);
    replaceOwnFile(path, document.toString());
  } else {
    const lines = text === "" || text.endsWith("\n") ? text : `${text}\n`;
    replaceOwnFile(path, lines + new Document([{ check, reason }]).toString());
  }
}
