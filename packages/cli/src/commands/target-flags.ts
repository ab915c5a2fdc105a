import type { Given } from "../flags.ts";

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
  return NAMES.flatMap((name) => (given.all(name) ?? []).map((value) => ` --${name} ${quoted(value)}`)).join("");
}

/** Quotes a text as one word of a shell. */
export const quoted = (value: string): string =>
  /^[\w./:@-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
