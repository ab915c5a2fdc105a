import { isDeepStrictEqual } from "node:util";
import { quoted } from "../ground/quoted.ts";

/** Describes the first place where two JSON values differ. */
export function difference(one: unknown, other: unknown, pointer = ""): string {
  if (pointer.length < 400 && typeof one === "object" && typeof other === "object" && one !== null && other !== null) {
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const [left, right] = [(one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]];
      if (!isDeepStrictEqual(left, right)) return difference(left, right, `${pointer}/${key}`);
    }
  }
  return `${quoted(one, 60)} in one and ${quoted(other, 60)} in the other${pointer === "" ? "" : `, at ${pointer}`}`;
}
