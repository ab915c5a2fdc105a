import { template } from "../template.ts";

/** Finds servers that start an ended record again, or fail at the second end. */
export const endedTwice = template(
  "ended, and ended again",
  "A second end changes nothing: the record stays ended.",
  {
    alert: ["ALT-AGAIN"],
    "alert configuration": ["REC-AGAIN"],
    "export bucket": ["REC-AGAIN"],
    "restore job": ["RST-CANCEL-EFFECT"],
  },
  {
    migration: "a second cut-over is not described, and might be carried out",
    "outage simulation": "the description does not say how a second end is answered",
    "search index": "its removal takes its time, and may be asked for again meanwhile",
    "sharded snapshot": "its removal takes its time, and may be asked for again meanwhile",
    snapshot: "its removal takes its time, and may be asked for again meanwhile",
    others: "nothing ends it",
  },
);
