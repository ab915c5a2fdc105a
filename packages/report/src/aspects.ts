import type { RequirementSummary } from "./report.ts";

/** An aspect of an operation that several requirements cover: a column of the matrix. */
export interface Aspect {
  readonly id: string;
  readonly words: string;
}

/** The columns of the matrix of operations, from left to right. */
export const ASPECTS = [
  { id: "paths", words: "Paths, versions" },
  { id: "sign-in", words: "Sign-in" },
  { id: "roles", words: "Roles" },
  { id: "params", words: "Parameters, limits" },
  { id: "paging", words: "Paging" },
  { id: "envelope", words: "Envelope, layout" },
  { id: "errors", words: "Errors" },
  { id: "shape", words: "Answer shape" },
  { id: "rules", words: "Rules of the resource" },
  { id: "state", words: "State" },
  { id: "search", words: "Search by fuzzer" },
] as const satisfies readonly Aspect[];

/** One of the ids of `ASPECTS`. */
export type AspectId = (typeof ASPECTS)[number]["id"];

const BY_AREA: Readonly<Record<string, AspectId>> = {
  VER: "paths",
  AUTH: "sign-in",
  TOKEN: "sign-in",
  ROLE: "roles",
  PAGE: "paging",
  ENV: "envelope",
  ERR: "errors",
  HDR: "shape",
};
const BY_NAME: readonly (readonly [pattern: RegExp, aspect: AspectId])[] = [
  [/-BIND$|^GEN-PATH/u, "paths"],
  [/-ROLE$/u, "roles"],
  [/-PARAMS$|^GEN-(?:ID|CLUSTERNAME)|-(?:REJECT|ACCEPT|REQUIRED|BOOL|ENUM|TYPE)(?:-|$)/u, "params"],
  [/-(?:RESP|SHAPE|FIELDS|RECORD)(?:-|$)|^GEN-/u, "shape"],
];

/** The aspect of a requirement. It follows from the kind, the area and the id of the requirement, in this order. */
export function aspectOf({ id, area, kind }: Pick<RequirementSummary, "id" | "area" | "kind">): AspectId {
  if (kind === "campaign") return "search";
  if (kind === "story") return "state";
  return BY_AREA[area] ?? BY_NAME.find(([pattern]) => pattern.test(id))?.[1] ?? "rules";
}
