import { type BoundOperation, isWriteId } from "@plumbline/schemas";
import { isObject } from "../../ground/json.ts";
import type { Judgement } from "../../ground/judgement.ts";
import type { Risk } from "../../ground/risk.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";
import { type Requirement, story } from "../../rule/requirement.ts";
import { WRITES } from "../../writes/table.ts";
import type { Write } from "../../writes/write.ts";
import { ownRecord, plainBody } from "../shared/perform.ts";
import { refusesBodies } from "../shared/refused-writes.ts";
import { ON_PROJECT } from "../shared/statement-parts.ts";
import { writeRisk, writes } from "../shared/subjects.ts";

/** What costs money or stays is not made for a rule that many other writes show as well. */
const LASTING: readonly Risk[] = ["costly", "irreversible", "quota"];

const requiredOf = ({ body }: BoundOperation): readonly string[] => body?.schema.required ?? [];

/** The valid body with each required member null in turn, in the target's words. */
async function withNulls(story: Story): Promise<Readonly<Record<string, Step>>> {
  const { operation } = story.subject;
  if (!isWriteId(operation.id)) return {};
  const { on }: Write = WRITES[operation.id];
  const { body, rawBody } = await plainBody(story, operation.id);
  const wire = rawBody === undefined ? story.contract.wire(body) : JSON.parse(rawBody);
  if (!isObject(wire)) return {};
  const path = on === undefined ? {} : await ownRecord(story, operation.id, on);
  return Object.fromEntries(
    requiredOf(operation).map((name) => [`${name} null`, { path, rawBody: JSON.stringify({ ...wire, [name]: null }) }]),
  );
}

async function refusesNulls(story: Story): Promise<Judgement> {
  const faults = await withNulls(story);
  return Object.keys(faults).length === 0
    ? story.cannot("no body is known that could lack a member")
    : refusesBodies(story, faults);
}

/** Whether null stands for a member that is left out is not given: a required one is wrong either way. */
export const nullMembers: readonly Requirement[] = [
  story({
    id: "GEN-NULL-REQUIRED",
    level: "MUST",
    basis: "derived:D1",
    text: "A required member of a body that is null is refused.",
    section: "Resources and their fields",
    stage: "refused-writes",
    risk: writeRisk,
    needs: ON_PROJECT,
    on: (subject) =>
      writes(subject) && requiredOf(subject.operation).length > 0 && !LASTING.includes(subject.operation.risk),
    requests: 16,
    tell: refusesNulls,
  }),
];
