import type { OperationId } from "@plumbline/schemas";
import type { Subject } from "../../ground/subject.ts";
import { fixture } from "../../rule/need.ts";
import { type Requirement, story } from "../../rule/requirement.ts";
import { NO_STATE, ON_PROJECT } from "../shared/statement-parts.ts";
import { acknowledgedAgain, madeAgain } from "./again.ts";
import { livesBeside } from "./beside.ts";
import { LIVES } from "./lives.ts";

const CONVENTIONS = "Resources and their fields > Conventions";
const CREATES: readonly OperationId[] = LIVES.map(({ create }) => create);

/** Each history is told once, in the newest version that has the operation: it reads and removes in the others as well. */
const isNewest = ({ operation: { routes }, version }: Subject): boolean =>
  version === (routes.some((route) => route.version === "2") ? "2" : routes[0]?.version);

const makesOne = (subject: Subject): boolean => CREATES.includes(subject.operation.id) && isNewest(subject);

/** What is shown only by several requests to one record, or to two: each is made of what its kind can do. */
export const histories: readonly Requirement[] = [
  story({
    id: "REC-AGAIN",
    level: "MUST",
    basis: "derived:D6",
    text: "What is made in the place of a removed record is what its own request said, and nothing finds the removed one.",
    section: CONVENTIONS,
    stage: "state",
    risk: "delete",
    needs: ON_PROJECT,
    mock: NO_STATE,
    on: makesOne,
    requests: 60,
    tell: madeAgain,
  }),
  story({
    id: "ALT-AGAIN",
    level: "MUST",
    basis: "stated",
    text: "Whatever status an alert has, an acknowledgement that is taken back is over, and the next one is shown as it was sent.",
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
    text: "Of two records that are made and written at the same moment each is what its own requests said, and stays when the other is removed.",
    section: CONVENTIONS,
    stage: "state",
    risk: "delete",
    needs: ON_PROJECT,
    mock: NO_STATE,
    on: makesOne,
    requests: 80,
    tell: livesBeside,
  }),
];
