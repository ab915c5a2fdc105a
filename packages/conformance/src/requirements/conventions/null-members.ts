import type { BoundOperation } from "@plumbline/schemas";
import { refused } from "../../ground/answers.ts";
import { fieldsOf } from "../../ground/json.ts";
import { type Judgement, upheld } from "../../ground/judgement.ts";
import type { Story } from "../../kernel/story.ts";
import { type Requirement, story } from "../../rule/requirement.ts";
import { besideRight } from "../shared/beside-right.ts";
import { ON_PROJECT } from "../shared/statement-parts.ts";
import { lasts, writeRisk, writes } from "../shared/subjects.ts";

const requiredOf = ({ body }: BoundOperation): readonly string[] => body?.schema.required ?? [];

/** Sends the valid body with each required member null in turn. */
async function refusesNulls(story: Story): Promise<Judgement> {
  const { text, send } = await besideRight(story);
  const right = fieldsOf(JSON.parse(text));
  for (const name of requiredOf(story.subject.operation)) {
    const rawBody = JSON.stringify({ ...right, [name]: null });
    const judgement = refused(await send({ rawBody, due: "refusal" }), `${name} null`);
    if (judgement.kind !== "holds") return judgement;
  }
  return upheld;
}

/**
 * The description does not say whether null means the same as an omitted member; for a required member both are wrong.
 */
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
    on: (subject) => writes(subject) && requiredOf(subject.operation).length > 0 && !lasts(subject),
    requests: 16,
    tell: refusesNulls,
  }),
];
