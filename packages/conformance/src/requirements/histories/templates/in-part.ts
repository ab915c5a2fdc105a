import { template } from "../template.ts";

const WHOLE = "a request states all of it";

/** Finds servers that clear members which a write omits, or keep them although a default is stated. */
export const inPart = template(
  "written in part",
  "A member that a write leaves out stays as it is, or takes the default that the description states.",
  {
    alert: ["ALT-UNACK"],
    "alert configuration": ["ALC-TOGGLE-ONLY", "ALC-UPDATE-ECHO"],
    auditing: ["AUD-DEFAULTS"],
    "backup schedule": ["SCH-PARTIAL"],
    "compliance policy": ["CMP-DEFAULT-FROM-TRUE"],
    snapshot: ["SNP-EXPIRY-EFFECT"],
  },
  { "search index": "an update replaces the whole definition", others: WHOLE },
);
