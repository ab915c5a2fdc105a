import type { Exchange } from "@plumbline/client";
import { isWriteId, type JsonSchema } from "@plumbline/schemas";
import { refused } from "../../ground/answers.ts";
import { type Judgement, mild } from "../../ground/judgement.ts";
import type { Subject } from "../../ground/subject.ts";
import type { Story } from "../../kernel/story.ts";
import { type Requirement, story } from "../../rule/requirement.ts";
import { WRITES } from "../../writes/table.ts";
import type { Write } from "../../writes/write.ts";
import { besideRight } from "../shared/beside-right.ts";
import { drawnFor } from "../shared/drawn-for.ts";
import { foreignValues } from "../shared/foreign-values.ts";
import { isInList, type MemberPlace, memberPlaces, withMember } from "../shared/member-places.ts";
import { ON_PROJECT } from "../shared/statement-parts.ts";
import { lasts, writeRisk, writes } from "../shared/subjects.ts";

/*
 * Members with a value of another type than the listed one, anywhere in a body. Each check draws some places, and one
 * wrong value for each; the versions of an operation draw others.
 */

/** The number of places that a check draws: more of those where JSON readers are often lax. */
const MOST_LAX = 7;
const MOST_OTHERS = 3;

/** Whether an accepted wrong body would cost money or stay. Other rules test the members of these writes. */
function staysWrong(subject: Subject): boolean {
  const { id } = subject.operation;
  const isPutBack = isWriteId(id) && WRITES[id].effect.kind === "changes";
  return lasts(subject) && !isPutBack;
}

/** Many servers accept numbers, booleans and moments as texts, and cut numbers to a width. */
const isLax = ({ schema: { type, format } }: MemberPlace): boolean =>
  type === "integer" || type === "number" || type === "boolean" || format === "date-time";

/** A valid body with one wrong member. */
interface WrongMember {
  readonly what: string;
  readonly body: unknown;
}

/** Members that order an action instead of stating a value; they are not changed. */
function commandsOf({ operation }: Subject, field: (name: string) => string): readonly string[] {
  const { commands = [] }: Partial<Write> = isWriteId(operation.id) ? WRITES[operation.id] : {};
  return commands.map(({ member }) => field(member));
}

/** Bodies with one wrong member each, drawn for the operation and the version of a check. */
export function wrongMembers(
  subject: Subject,
  schema: JsonSchema,
  right: unknown,
  field: (name: string) => string,
): readonly WrongMember[] {
  const left = commandsOf(subject, field);
  const places = memberPlaces(schema, right).filter(
    ({ steps, schema: one, value }) => foreignValues(one, value).length > 0 && !left.includes(String(steps[0])),
  );
  const drawn = [
    ...drawnFor(subject, places.filter(isLax), MOST_LAX),
    ...drawnFor(
      subject,
      places.filter((place) => !isLax(place)),
      MOST_OTHERS,
    ),
  ];
  return drawn.flatMap(({ steps, schema: one, value: own }, index) => {
    // The mistake is alternately in the first item of a list and in a later one, which a server may not validate.
    const behind = isSecondTurn(subject, index) && isInList(schema, right, steps);
    return drawnFor(subject, foreignValues(one, own), 1, index).map(({ what, value }) => ({
      what: `${steps.join(".")} ${what}${behind ? " in a second item" : ""}`,
      body: withMember(schema, right, steps, value, behind),
    }));
  });
}

const isSecondTurn = ({ version }: Subject, index: number): boolean => (index + Number(version === "2")) % 2 === 1;

async function refusesMembers(story: Story): Promise<Judgement> {
  const { subject, contract } = story;
  const schema = subject.operation.body?.schema;
  if (schema === undefined) return story.cannot("the operation takes no body");
  const { text, send } = await besideRight(story);
  const all = wrongMembers(subject, schema, JSON.parse(text), contract.field).map((wrong) => ({
    ...wrong,
    send: () => send({ rawBody: JSON.stringify(wrong.body), due: "refusal" }),
    judge: (exchange: Exchange) => refused(exchange, wrong.what),
  }));
  const isLoose = ({ what }: WrongMember): boolean => isOfAnalyzerInIndex(subject, what);
  const strict = await story.judgesEach(
    subject.operation.id,
    all.filter((one) => !isLoose(one)),
  );
  return strict.kind === "holds" ? mild(await story.judgesEach(subject.operation.id, all.filter(isLoose))) : strict;
}

/** The description lists the members of analyzers for the operations on analyzers, to which a new index only refers. */
const isOfAnalyzerInIndex = ({ operation }: Subject, what: string): boolean =>
  operation.id === "createSearchIndex" && what.startsWith("analyzers.");

/** Members of bodies must have the listed types at any depth. */
export const wrongMemberRules: readonly Requirement[] = [
  story({
    id: "GEN-MEMBER-KIND",
    level: "MUST",
    basis: "derived:D1",
    text: "A member of a body that does not have its listed type, width or form is not processed, at any depth and in any item of a list.",
    section: "Resources and their fields > Conventions",
    stage: "refused-writes",
    risk: writeRisk,
    needs: ON_PROJECT,
    on: (subject) => writes(subject) && subject.operation.body !== undefined && !staysWrong(subject),
    requests: 20,
    tell: refusesMembers,
  }),
];
