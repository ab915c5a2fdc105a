import { existsSync } from "node:fs";
import { nearest } from "@plumbline/schemas/nearest";
import { mayBeSecret } from "../target-file/secret-shape.ts";
import { UsageError } from "../usage-error.ts";
import { filesNamedLike } from "./files-named-like.ts";

/** The kinds of targets that `--target` can name. */
export const TARGET_KINDS = ["reference", "prism", "url", "file"] as const;

/** One of these kinds. */
export type TargetKind = (typeof TARGET_KINDS)[number];

/**
 * The kind of target that a text names.
 * @throws UsageError if it names no target; the message suggests the most likely meaning.
 */
export function kindOfTarget(named: string): TargetKind {
  if (named === "reference" || named === "prism") return named;
  if (/^https?:\/\//i.test(named)) return "url";
  if (existsSync(named)) return "file";
  throw new UsageError(
    `--target${mayBeSecret(named) ? "" : ` "${named}"`} is neither a URL (http://...), an existing file, "reference" nor "prism"${meant(named)}`,
  );
}

/** Suggests a file in the same folder, or one of the two words. */
function meant(named: string): string {
  if (mayBeSecret(named)) return "";
  const close = nearest(named, ["reference", "prism", ...filesNamedLike(named)]);
  return close === undefined ? "" : `: did you mean ${close}?`;
}
