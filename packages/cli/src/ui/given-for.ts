import type { RunWish, Scope } from "@plumbline/report";
import type { Given } from "../flags.ts";
import { UsageError } from "../usage-error.ts";

/** Flags that describe one target, and must permit nothing on another. */
const OF_TARGET = ["profile", "metrics-url", "group", "allow", "fault", "variant", "ca", "limit"];
const SELECTING = ["only", "skip", "area", "level", "basis", "operation", "interface", "risk", "budget"];

/** The flag that selects the checks of a scope. */
const FLAGS: Readonly<Record<Scope, string | undefined>> = {
  all: undefined,
  failed: "only",
  area: "area",
  requirement: "only",
  operation: "operation",
  check: "only",
};

/** Facts for a run that the page's wish does not contain. */
export interface Occasion {
  readonly folder: string;
  readonly knownFile: string | undefined;
  /** The failed checks, for the scope "failed". */
  readonly failed: readonly string[];
}

/**
 * The flags of a run that the page asks for: those of the command line, except the selection, and with those about the
 * target only if the target is the same.
 * @throws UsageError when the wish lacks a required name, or when no check failed.
 */
export function givenFor(base: Given, wish: RunWish, { folder, knownFile, failed }: Occasion): Given {
  const values = new Map<string, readonly string[]>([
    ["out", [folder]],
    ["quiet", [""]],
    ...(knownFile === undefined ? [] : [["known-failures", [knownFile]] as const]),
  ]);
  const before = base.one("target") ?? "reference";
  const target = wish.target ?? before;
  values.set("target", [target]);
  if (target !== before || wish.profile !== undefined)
    for (const name of OF_TARGET) if (target !== before || name === "profile") values.set(name, []);
  if (wish.profile !== undefined) values.set("profile", [wish.profile]);
  const flag = FLAGS[wish.scope];
  if (flag !== undefined) for (const name of SELECTING) values.set(name, []);
  if (wish.scope === "failed") {
    if (failed.length === 0) throw new UsageError("no check failed: run everything instead");
    values.set("only", failed);
  } else if (flag !== undefined) {
    const name = wish.name?.trim() ?? "";
    if (name === "") throw new UsageError(`name the ${wish.scope} to run`);
    values.set(flag, [name]);
  }
  const all = (name: string): readonly string[] | undefined => {
    const own = values.get(name);
    if (own === undefined) return base.all(name);
    return own.length === 0 ? undefined : own;
  };
  return {
    words: [],
    has: (name) => (values.has(name) ? (values.get(name)?.length ?? 0) > 0 : base.has(name)),
    one: (name) => (values.has(name) ? values.get(name)?.[0] : base.one(name)),
    all,
    integer: (name, least) => base.integer(name, least),
  };
}
