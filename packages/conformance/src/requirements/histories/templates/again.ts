import { LIVES } from "../lives.ts";
import { type Shown, template } from "../template.ts";

const STAYS = "nothing removes it";
const SETTING = "it is neither made nor removed";

const lives: Shown = Object.fromEntries(LIVES.map(({ kind }) => [kind, ["REC-AGAIN"]]));

/** Finds servers that remember a removed record by its name. */
export const again = template(
  "made, removed, made again",
  "A record made in the place of a removed one holds the values of its own request, and nothing of the first.",
  {
    ...lives,
    alert: ["ALT-AGAIN"],
    "backup schedule": ["SCH-DELETE"],
    "outage simulation": ["OUT-AGAIN"],
    "search index": ["REC-AGAIN", "SRCH-NAME-AGAIN"],
  },
  {
    auditing: SETTING,
    "compliance policy": SETTING,
    "custom analyzers": SETTING,
    "custom DNS": SETTING,
    link: "nothing shows a link",
    "private IP mode": "it is switched off, and never on again",
    "sharded snapshot": "a snapshot has no name that could be given again",
    snapshot: "a snapshot has no name that could be given again",
    others: STAYS,
  },
);
