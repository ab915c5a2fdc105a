import { template } from "../template.ts";

export const endedTwice = template(
  "ended, and ended again",
  "Whatever the second is answered, the record is over.",
  {
    alert: ["ALT-AGAIN"],
    "alert configuration": ["REC-AGAIN"],
    "export bucket": ["REC-AGAIN"],
    "restore job": ["RST-CANCEL-EFFECT"],
  },
  {
    migration: "a second cut-over is not described, and might be carried out",
    "outage simulation": "ending what has ended is not described",
    "search index": "its removal takes its time, and may be asked for again meanwhile",
    "sharded snapshot": "its removal takes its time, and may be asked for again meanwhile",
    snapshot: "its removal takes its time, and may be asked for again meanwhile",
    others: "nothing ends it",
  },
);
