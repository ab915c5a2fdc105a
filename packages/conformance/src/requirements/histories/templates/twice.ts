import { template } from "../template.ts";

const STAYS = "records of this kind stay, so that equal creates are sent once";

/** A client repeats a write, for example after a timeout. */
export const twice = template(
  "the same write twice",
  "The second changes nothing, or makes a record of its own, or is refused as the description says.",
  {
    alert: ["REC-TURNS"],
    "alert configuration": ["REC-TURNS", "GEN-CREATE-NEW"],
    auditing: ["REC-TURNS"],
    "backup schedule": ["REC-TURNS"],
    "custom DNS": ["REC-TURNS"],
    "export bucket": ["EXB-LIFECYCLE"],
    "search index": ["SRCH-NAME-UNIQUE"],
    snapshot: ["SNP-ONE-AT-A-TIME"],
  },
  {
    "compliance policy": "each change of a policy may overwrite schedules, so that few are sent",
    "custom analyzers": "one version has them, and each write replaces all of them",
    link: "what a second link does is not described",
    "outage simulation": "a second start while one stands is not described",
    "private IP mode": "it is off already after the first",
    "sharded snapshot": "the one for clusters makes them, too",
    others: STAYS,
  },
);
