import { isWriteId, type OperationId } from "@plumbline/schemas";
import { jsonOf, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { type Fields, member } from "../../ground/json.ts";
import { broken, type Judgement, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Story } from "../../kernel/story.ts";
import { recordIn } from "../../oracles/envelope.ts";
import { type Requirement, story } from "../../rule/requirement.ts";
import { besideRight } from "../shared/beside-right.ts";
import { ON_PROJECT } from "../shared/statement-parts.ts";
import { writeRisk } from "../shared/subjects.ts";

/** Values that no record has: nothing is that old, and no record has that id. */
const LONG_AGO = "2001-02-03T04:05:06Z";
const NOBODYS = "0123456789abcdef01234567";

/** Members that the description marks as parts of responses, with values that no server would choose. */
const MEMBERS: Readonly<Partial<Record<OperationId, Fields>>> = {
  createAlertConfig: { created: LONG_AGO, id: NOBODYS, updated: LONG_AGO },
  updateAlertConfig: { created: LONG_AGO, id: NOBODYS, updated: LONG_AGO },
  updateAuditing: { configurationType: "PLUMBLINE" },
  updateBackupSchedule: { nextSnapshot: LONG_AGO },
  createExportBucket: { _id: NOBODYS },
};

/** Sends such members in a valid body: the target may refuse or ignore them, but must not store the values. */
async function setsNone(story: Story): Promise<Judgement> {
  const operation = story.subject.operation.id;
  const members = MEMBERS[operation];
  if (members === undefined || !isWriteId(operation)) return story.cannot(`${operation} has no such members`);
  const { text, send } = await besideRight(story);
  const right: Fields = JSON.parse(text);
  const tries = async (more: Fields): Promise<Judgement | "refused"> => {
    const exchange = await send({ rawBody: JSON.stringify({ ...right, ...more }), due: "open" });
    if (wasRefused(exchange)) return "refused";
    if (!wasAccepted(exchange)) return upheld;
    const shown = recordIn(jsonOf(exchange));
    const taken = Object.keys(more).find((name) => member(shown, name) === more[name]);
    return taken === undefined
      ? upheld
      : broken(`${taken} as the server sets it, since it is a member of responses alone`, quoted(member(shown, taken)));
  };
  const all = await tries(members);
  if (all !== "refused") return all;
  // The target may have refused because of one member only, so each goes alone.
  for (const [name, value] of Object.entries(members)) {
    const one = await tries({ [name]: value });
    if (one !== "refused" && one.kind !== "holds") return one;
  }
  return upheld;
}

/** The target does not let requests set members of responses. */
export const responseOnly: readonly Requirement[] = [
  story({
    id: "GEN-RESPONSE-ONLY",
    level: "SHOULD",
    basis: "derived:D2",
    text: "A request cannot set a member that is marked as response-only: the request is refused, or the server sets the member itself.",
    section: "Resources and their fields > Conventions",
    stage: "state",
    risk: writeRisk,
    needs: ON_PROJECT,
    mock: "its answers are examples",
    on: ({ operation: { id } }) => MEMBERS[id] !== undefined,
    requests: 10,
    tell: setsNone,
  }),
];
