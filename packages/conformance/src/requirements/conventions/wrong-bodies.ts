import type { Exchange } from "@plumbline/client";
import { isWriteId } from "@plumbline/schemas";
import { refused, wasAccepted } from "../../ground/answers.ts";
import type { Due } from "../../ground/call.ts";
import { type Judgement, upheld } from "../../ground/judgement.ts";
import type { Subject } from "../../ground/subject.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";
import { type Requirement, type StoryRequirement, story } from "../../rule/requirement.ts";
import { WRITES } from "../../writes/table.ts";
import { besideRight } from "../shared/beside-right.ts";
import { drawnFor } from "../shared/drawn-for.ts";
import { ON_PROJECT } from "../shared/statement-parts.ts";
import { lasts, takesEnvelope, writeRisk, writes } from "../shared/subjects.ts";

/*
 * Wrong bodies for every write. The table has several forms: every write gets the most telling ones, and the writes
 * take turns with the others.
 */

interface WrongBody extends Pick<Step, "rawBody" | "isBytes"> {
  readonly what: string;
  readonly due: Due;
  /** Whether the request asks for an envelope, if the write supports one. */
  readonly isEnveloped?: true;
  /** Whether some lenient readers understand the body, which nothing forbids; any other reader must refuse it. */
  readonly mayBeTaken?: true;
}

const takesBody = (subject: Subject): boolean => writes(subject) && subject.operation.body !== undefined;

/** The status of the refusal is only a SHOULD. */
const BROKEN: WrongBody = { what: "a body that is not JSON", rawBody: '{"enabled":', due: "open" };
/** Tests how a server reads escapes in a text. All bodies share that code, so one operation is enough. */
const ESCAPED: WrongBody = {
  what: "a body with a name that is not JSON",
  rawBody: String.raw`{"\q":1}`,
  due: "open",
};

const UNICODE = /[^\0-\x7f]/g;
const escaped = (text: string): string =>
  text.replaceAll(UNICODE, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A valid body with a byte that begins no character: in a text if the body is an object, otherwise at the end. */
function withOddByte(text: string): string {
  const ascii = escaped(text);
  if (!ascii.startsWith("{")) return `${ascii}\xff`;
  return `{"plumbline":"\xff"${ascii === "{}" ? "" : ","}${ascii.slice(1)}`;
}

/** A valid body with something after it, with a part missing, or with bytes that are not UTF-8. */
const spoilt = (text: string): readonly WrongBody[] => [
  { what: "a body with a word after it", rawBody: `${text} plumbline`, due: "open" },
  {
    what: "a body with a byte that is not UTF-8",
    rawBody: withOddByte(text),
    isBytes: true,
    due: "open",
    mayBeTaken: true,
  },
  { what: "a body with another one after it", rawBody: `${text}\n${text}`, due: "open" },
  { what: "a body without its last bracket", rawBody: text.slice(0, -1), due: "open" },
];
/** How many of these forms a check sends. */
const MOST_SPOILT = 2;

/**
 * Bodies that are not JSON. If a write's effect stays, it gets no body with all required members, because a server may
 * accept it.
 */
function noJson(subject: Subject, text: string): readonly WrongBody[] {
  const first = subject.operation.id === "createAlertConfig" ? [BROKEN, ESCAPED] : [BROKEN];
  return lasts(subject) ? first : [...first, ...drawnFor(subject, spoilt(text), MOST_SPOILT)];
}

/** However a server reads these, none has a required member. */
const NO_OBJECTS: readonly string[] = ["null", "[]", '"text"', "5"];

/**
 * JSON bodies that are no objects. A write gets them only if a target that accepts one changes nothing but records of
 * the run.
 */
function noObjects({ operation }: Subject): readonly WrongBody[] {
  const effect = isWriteId(operation.id) ? WRITES[operation.id].effect.kind : undefined;
  const most = effect === "makes" ? NO_OBJECTS.length : effect === "owned" ? 1 : 0;
  return NO_OBJECTS.slice(0, most).map((rawBody) => asKind(rawBody, rawBody));
}

const asKind = (rawBody: string, shown: string): WrongBody => ({
  what: `a body that is ${shown} and no object`,
  rawBody,
  due: "refusal",
});

const DEEPEST = 1_000;
/** No reading turns these into an object with the body's members, or into a list of such objects. */
const A_LIST = asKind("[5]", "[5]");
const OTHER_KINDS: readonly WrongBody[] = [
  asKind('"plumbline"', '"plumbline"'),
  asKind("true", "true"),
  asKind("[".repeat(DEEPEST) + "]".repeat(DEEPEST), `a list within a list, ${DEEPEST} deep,`),
  asKind("5", "5"),
];

/** Sends the story's write with each of these bodies: the target must refuse every one. */
async function refusesEach(story: Story, bodiesFor: (text: string) => readonly WrongBody[]): Promise<Judgement> {
  const { text, query, send } = await besideRight(story);
  const enveloped = takesEnvelope(story.subject) ? { query: { ...query, envelope: "true" } } : {};
  const all = bodiesFor(text).map(({ what, mayBeTaken, isEnveloped, ...body }) => ({
    send: () => send({ ...body, ...(isEnveloped && enveloped) }),
    judge: (exchange: Exchange) => (mayBeTaken && wasAccepted(exchange) ? upheld : refused(exchange, what)),
  }));
  return story.judgesEach(story.subject.operation.id, all);
}

const rule = (particulars: Pick<StoryRequirement, "id" | "level" | "text" | "on" | "requests" | "tell">): Requirement =>
  story({
    basis: "derived:D1",
    section: "What the service does",
    stage: "refused-writes",
    risk: writeRisk,
    needs: ON_PROJECT,
    ...particulars,
  });

/** The rules, for every operation with a body, on bodies that are not JSON or no object. */
export const wrongBodies: readonly Requirement[] = [
  rule({
    id: "ERR-MALFORMED-JSON",
    level: "SHOULD",
    text: "A body that is not JSON, or that is JSON but not an object, is refused as the client's error.",
    on: takesBody,
    requests: 16,
    tell: (story) =>
      refusesEach(story, (text) => [
        ...noJson(story.subject, text),
        ...(lasts(story.subject) ? [] : noObjects(story.subject)),
      ]),
  }),
  rule({
    id: "ERR-BODY-KIND",
    level: "MUST",
    text: "A body of another kind than the listed one is not processed: a list, a text, a number or a boolean is not an object with members.",
    on: takesBody,
    requests: 10,
    tell: (story) => refusesEach(story, () => [A_LIST, ...drawnFor(story.subject, OTHER_KINDS, 1)]),
  }),
];
