import { LEVELS, OUTCOMES } from "./outcome.ts";
import type { CheckChange, DiffSide, Reading, ReportDiff } from "./report-diff.ts";
import {
  CELL_VERDICTS,
  KEPT_STATES,
  LADDER_LOCATIONS,
  type LimitRung,
  type ReportViews,
  ROLE_DUES,
  ROLE_GOTS,
  RUNG_DUES,
  RUNG_GOTS,
} from "./report-views.ts";
import type { ShapeOf } from "./shape.ts";

/* The parts of the format that the renderers of views rely on, checked as in relied-on.ts. */

type Lists = Omit<Required<ReportViews>, "comparison">;

const PLACE = { operation: "string" } as const;
/** The members that renderers rely on in each view of a report. */
export const VIEWS: { readonly [Name in keyof Lists]: ShapeOf<Lists[Name][number]> } = {
  operations: { ...PLACE, number: "number" },
  roleMatrix: { ...PLACE, role: "string", due: ROLE_DUES, got: ROLE_GOTS },
  ladders: { ...PLACE, location: LADDER_LOCATIONS, parameter: "string", rungs: "array" },
  drift: { ...PLACE, pointer: "string", type: "string" },
  coverage: {
    ...PLACE,
    location: "string",
    pointer: "string",
    keyword: "string",
    side: "string",
    verdict: CELL_VERDICTS,
    cells: "number",
  },
  kept: { ...PLACE, pointer: "string", view: "string", state: KEPT_STATES },
};
/** The members that renderers rely on in one value of a ladder. */
export const RUNG: ShapeOf<LimitRung> = { value: "string", due: RUNG_DUES, got: RUNG_GOTS };

/** The members that renderers rely on in one side of a comparison. */
export const SIDE: ShapeOf<DiffSide> = {
  run: "string",
  startedAt: "string",
  tool: "string",
  target: "string",
  fingerprint: "string",
};
/** The members that renderers rely on in a verdict of a comparison. */
export const READING: ShapeOf<Reading> = { outcome: OUTCOMES, text: "string" };

/** The members that renderers rely on in a comparison. */
export const COMPARISON: ShapeOf<ReportDiff> = {
  before: "object",
  after: "object",
  unchanged: "object",
  worse: "boolean",
};
/** The members that renderers rely on in the counts of unchanged checks. */
export const UNCHANGED: ShapeOf<ReportDiff["unchanged"]> = { checks: "number", broken: "number" };

/** The members that renderers rely on in one changed check. */
export const CHANGE: ShapeOf<CheckChange> = {
  check: "string",
  requirement: "string",
  level: LEVELS,
  before: "object",
  after: "object",
};
type Compared = "newFailures" | "fixed" | "changedEvidence" | "changedObservations" | "notComparable";
/** The members that renderers rely on in each list of a comparison. */
export const COMPARED: { readonly [Name in Compared]: ShapeOf<ReportDiff[Name][number]> } = {
  newFailures: CHANGE,
  fixed: CHANGE,
  changedEvidence: CHANGE,
  changedObservations: { check: "string", before: "string", after: "string" },
  notComparable: { check: "string", reason: "string" },
};
