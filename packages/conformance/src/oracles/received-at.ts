import type { Violation } from "@plumbline/schemas/validate";
import { fieldsOf } from "../ground/json.ts";
import { quoted } from "../ground/quoted.ts";

/**
 * The value at the place of a violation. The violation's own text is already cut, so its secrets could not be masked.
 */
export function receivedAt(json: unknown, { pointer, keyword, received }: Violation): string {
  if (keyword === "required") return received;
  const names = pointer === "" ? [] : pointer.slice(1).split("/");
  const value = names.reduce<unknown>(
    (inner, name) => fieldsOf(inner)[name.replaceAll("~1", "/").replaceAll("~0", "~")],
    json,
  );
  return quoted(value);
}
