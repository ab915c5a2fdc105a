import { LIVES } from "../lives.ts";
import { type Shown, template } from "../template.ts";

const ONE = "a place has one of it; the run compares those of other places before and after each write (SIDE-ACCEPTED)";
const FEW = "records of this kind stay, so that no two are made for this alone";

const lives: Shown = Object.fromEntries(LIVES.map(({ kind }) => [kind, ["REC-BESIDE"]]));

/** Finds servers that mix up two records, or remove both. */
export const beside = template(
  "two at once, then one of them removed",
  "Each of two records that are made and written at the same moment is what its own requests said; the other stays when one is removed.",
  {
    ...lives,
    alert: ["SIDE-ACCEPTED"],
    cluster: ["CLU-KEPT"],
    "export job": ["EXJ-KEPT"],
    "outage simulation": ["OUT-END-ONLY"],
  },
  {
    auditing: ONE,
    "backup schedule": ONE,
    "compliance policy": ONE,
    "custom analyzers": ONE,
    "custom DNS": ONE,
    link: "nothing shows a link",
    "private IP mode": ONE,
    "sharded snapshot": "one is taken at a time",
    snapshot: "one is taken at a time",
    others: FEW,
  },
);
