import { isWriteId, type JsonSchema } from "@plumbline/schemas";
import { refused } from "../../ground/answers.ts";
import { type Judgement, upheld } from "../../ground/judgement.ts";
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
 * A member of another type than the listed one, at every place of every body. Each check sends some of them, the versions of
 * an operation others: at each place one of the values that cannot stand there, by turns.
 */

/** Places of a body that one check looks at: those where readers of JSON are lax before the others. */
const MOST_LAX = 7;
const MOST_OTHERS = 3;

/** A body that is taken although it should not be costs money there, or stays: such members have rules by hand. */
function staysWrong(subject: Subject): boolean {
  const { id } = subject.operation;
  const isPutBack = isWriteId(id) && WRITES[id].effect.kind === "changes";
  return lasts(subject) && !isPutBack;
}

/** Numbers, truth values and moments are read from texts by many a server, and numbers are cut to a width. */
const isLax = ({ schema: { type, format } }: MemberPlace): boolean =>
  type === "integer" || type === "number" || type === "boolean" || format === "date-time";

/** A wrong member of a right body. */
interface WrongMember {
  readonly what: string;
  readonly body: unknown;
}

/** Members that ask for more than a state are left as they are. */
function commandsOf({ operation }: Subject, field: (name: string) => string): readonly string[] {
  const { commands = [] }: Partial<Write> = isWriteId(operation.id) ? WRITES[operation.id] : {};
  return commands.map(({ member }) => field(member));
}

/** Bodies that are wrong in one member each, drawn for the operation and the version of a check. */
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
    // By turns in the first item of a list and in one after it, which a server may not look at.
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
  for (const { what, body } of wrongMembers(subject, schema, JSON.parse(text), contract.field)) {
    const exchange = await send({ rawBody: JSON.stringify(body), due: "refusal" });
    const judgement = refused(exchange, what);
    if (judgement.kind !== "holds") return judgement;
  }
  return upheld;
}

/** Members of bodies are of the listed types, wherever they stand. */
export const wrongMemberRules: readonly Requirement[] = [
  story({
    id: "GEN-MEMBER-KIND",
    level: "MUST",
    basis: "derived:D1",
    text: "A member of a body that is not of its listed type, width or form is not processed, at whatever depth and in whichever item of a list it stands.",
    section: "Resources and their fields > Conventions",
    stage: "refused-writes",
    risk: writeRisk,
    needs: ON_PROJECT,
    on: (subject) => writes(subject) && subject.operation.body !== undefined && !staysWrong(subject),
    requests: 20,
    tell: refusesMembers,
  }),
];
