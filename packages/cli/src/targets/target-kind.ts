import { existsSync } from "node:fs";
import { nearest } from "@plumbline/schemas/nearest";
import { mayBeSecret } from "../target-file/secret-shape.ts";
import { UsageError } from "../usage-error.ts";
import { filesNamedLike } from "./files-named-like.ts";

/** What `--target` can name. */
export const TARGET_KINDS = ["reference", "prism", "url", "file"] as const;

/** One of the kinds of targets that a text can name. */
export type TargetKind = (typeof TARGET_KINDS)[number];

/**
 * Which kind of target a text names.
 * @throws UsageError when it is none, with what was most likely meant.
 */
export function kindOfTarget(named: string): TargetKind {
  if (named === "reference" || named === "prism") return named;
  if (/^https?:\/\//i.test(named)) return "url";
  if (existsSync(named)) return "file";
  throw new UsageError(
    `--target${mayBeSecret(named) ? "" : ` "${named}"`} is neither a URL (http://...), an existing file, "reference" nor "prism"${meant(named)}`,
  );
}

/** A file beside the one that was named, or one of the two words. */
function meant(named: string): string {
  if (mayBeSecret(named)) return "";
  const close = nearest(named, ["reference", "prism", ...filesNamedLike(named)]);
  return close === undefined ? "" : `: did you mean ${close}?`;
}
