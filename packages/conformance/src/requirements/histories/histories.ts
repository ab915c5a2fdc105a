import type { Subject } from "../../ground/subject.ts";
import { fixture } from "../../rule/need.ts";
import { type Requirement, story } from "../../rule/requirement.ts";
import { NO_STATE, ON_PROJECT } from "../shared/statement-parts.ts";
import { acknowledgedAgain, madeAgain } from "./again.ts";
import { livesBeside } from "./beside.ts";
import { LIVES } from "./lives.ts";
import { shows, type Template } from "./template.ts";
import { again } from "./templates/again.ts";
import { beside } from "./templates/beside.ts";

const CONVENTIONS = "Resources and their fields > Conventions";
/**
 * Each history runs once, in the newest version of the operation; its reads and removals also use the other version.
 */
const isNewest = ({ operation: { routes }, version }: Subject): boolean =>
  version === (routes.some((route) => route.version === "2") ? "2" : routes[0]?.version);

/** Whether the operation creates a kind of record for which the template names this rule. */
const makes =
  (template: Template, rule: string) =>
  (subject: Subject): boolean =>
    isNewest(subject) &&
    LIVES.some(({ create, kind }) => create === subject.operation.id && shows(template, kind, rule));

/** Rules that need several requests to one record or to two; each history uses the operations of its kind. */
export const histories: readonly Requirement[] = [
  story({
    id: "REC-AGAIN",
    level: "MUST",
    basis: "derived:D6",
    text: "A record that is created in place of a removed one shows what its own request said, and no answer shows the removed one.",
    section: CONVENTIONS,
    stage: "state",
    risk: "delete",
    needs: ON_PROJECT,
    mock: NO_STATE,
    on: makes(again, "REC-AGAIN"),
    requests: 60,
    tell: madeAgain,
  }),
  story({
    id: "ALT-AGAIN",
    level: "MUST",
    basis: "stated",
    text: "For an alert of any status, an acknowledgement that is taken back is over, and the next one is shown as it was sent.",
    section: "States and transitions",
    stage: "state",
    risk: "update",
    lane: "alert",
    needs: [fixture("alertId")],
    mock: NO_STATE,
    on: (subject) => subject.operation.id === "acknowledgeAlert" && isNewest(subject),
    requests: 60,
    tell: acknowledgedAgain,
  }),
  story({
    id: "REC-BESIDE",
    level: "MUST",
    basis: "derived:D5",
    text: "If two records are created and written at the same moment, each shows what its own requests said, and stays when the other is removed.",
    section: CONVENTIONS,
    stage: "state",
    risk: "delete",
    needs: ON_PROJECT,
    mock: NO_STATE,
    on: makes(beside, "REC-BESIDE"),
    requests: 80,
    tell: livesBeside,
  }),
];
