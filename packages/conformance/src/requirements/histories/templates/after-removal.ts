import { LIVES } from "../lives.ts";
import { type Shown, template } from "../template.ts";

const lives: Shown = Object.fromEntries(LIVES.map(({ kind }) => [kind, ["REC-AGAIN", "REC-GONE"]]));

/** Finds servers that still work on a removed record. */
export const afterRemoval = template(
  "used after its removal",
  "No read shows a removed record, and no write that addresses it is carried out.",
  {
    ...lives,
    "backup schedule": ["SCH-DELETE"],
    "search index": ["REC-AGAIN", "SRCH-DELETE-EVENTUAL"],
    "sharded snapshot": ["SNP-SHARDED-DELETE"],
    snapshot: ["SNP-DELETE", "REC-GONE"],
  },
  {
    link: "nothing shows a link",
    "outage simulation": "the description does not say how a read after its end is answered",
    others: "nothing removes it",
  },
);
