import type { Given } from "../flags.ts";
import { shellWord } from "../targets/shell-word.ts";

const NAMES = [
  "target",
  "profile",
  "accept-date",
  "metrics-url",
  "group",
  "allow",
  "fault",
  "variant",
  "limit",
  "env-prefix",
];

/** The flags that name the target, as given and quoted for a shell, each with a space before it. */
export function targetFlags(given: Given): string {
  return NAMES.flatMap((name) => (given.all(name) ?? []).map((value) => ` --${name} ${shellWord(value)}`)).join("");
}
