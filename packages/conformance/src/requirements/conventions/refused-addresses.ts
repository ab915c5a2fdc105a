import { isWriteId } from "@plumbline/schemas";
import { received, refused, wasAccepted } from "../../ground/answers.ts";
import type { Path } from "../../ground/fields.ts";
import { type Judgement, upheld } from "../../ground/judgement.ts";
import type { Subject } from "../../ground/subject.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";
import { type Requirement, story } from "../../rule/requirement.ts";
import { fixturesFor } from "../../target/fixtures-for.ts";
import { WRITES } from "../../writes/table.ts";
import type { Write } from "../../writes/write.ts";
import { drawnFor } from "../shared/drawn-for.ts";
import { ownRecord, performs, plainBody, seenToWork } from "../shared/perform.ts";
import { takesEnvelope, writeRisk, writes } from "../shared/subjects.ts";

/**
 * The most path parameters that a check breaks, because writes take time, cost money and leave records. It takes the
 * last ones, which are the most specific.
 */
const MOST_BROKEN = 2;

/** Path parameters with a described form. */
const formed = ({ operation }: Subject): readonly string[] =>
  operation.pathParameters
    .map(({ name }) => name)
    .filter((name) => name === "clusterName" || name.endsWith("Id"))
    .slice(-MOST_BROKEN);

type Broken = readonly [value: string, words: string];

/** Values one step away from a valid one, with their description: a lax server finds the valid one's record. */
function brokenValues(name: string, value: string): readonly Broken[] {
  if (name === "clusterName")
    return [
      [`${value}-`, `${name} with a hyphen at its end`],
      [`${value}_`, `${name} with an underscore at its end`],
    ];
  const upper = value.toUpperCase();
  if (name !== "groupId" && name !== "orgId" && upper !== value) return [[upper, `${name} in upper case`]];
  return [
    [`${value}0`, `${name} of ${value.length + 1} characters`],
    [value.slice(0, -1), `${name} of ${value.length - 1} characters`],
    [`${value.slice(0, -1)}g`, `${name} with a letter outside a-f`],
  ];
}

/** Sends the write with one broken path parameter at a time, after the same write with a valid path. */
async function refusesAddresses(story: Story): Promise<Judgement> {
  const operation = story.subject.operation.id;
  const right = await seenToWork(story, operation);
  if (!wasAccepted(right)) return story.cannot(`the request is not accepted as it should be (${received(right)})`);
  const { on }: Partial<Write> = isWriteId(operation) ? WRITES[operation] : {};
  const own: Path = isWriteId(operation) && on !== undefined ? await ownRecord(story, operation, on) : {};
  const known: Partial<Path> = { ...fixturesFor(story.world, operation), ...own };
  const { query = {} }: Partial<Write> = isWriteId(operation) ? WRITES[operation] : {};
  const names = formed(story.subject);
  for (const name of names) {
    const all = brokenValues(name, known[name] ?? story.cannot(`no ${name} is known`));
    for (const [value, words] of drawnFor(story.subject, all, 1)) {
      // The last refusal uses an envelope, so that the rules on the status in envelopes see it.
      const isEnveloped = name === names.at(-1) && takesEnvelope(story.subject);
      const step: Step = {
        path: { ...own, [name]: value },
        due: "refusal",
        ...(isEnveloped && { query: { ...query, envelope: "true" } }),
      };
      const exchange = await (on !== undefined && isWriteId(operation)
        ? story.ask(operation, { ...(await plainBody(story, operation)), ...step })
        : performs(story, operation, step));
      story.requires(refused(exchange, words));
    }
  }
  return upheld;
}

/** The path of a write is validated as strictly as that of a read. */
export const refusedAddresses: readonly Requirement[] = [
  story({
    id: "GEN-ADDRESS-REJECT-WRITES",
    level: "MUST",
    basis: "derived:D1",
    text: "A write whose path holds an id or a clusterName that breaks its form is not carried out.",
    section: "Resources and their fields > Conventions",
    stage: "refused-writes",
    risk: writeRisk,
    on: (subject) => writes(subject) && formed(subject).length > 0,
    requests: 8,
    tell: refusesAddresses,
  }),
];
