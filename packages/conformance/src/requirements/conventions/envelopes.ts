import type { Exchange } from "@plumbline/client";
import { isSuccess } from "@plumbline/schemas";
import { asks } from "../../expect/asks.ts";
import { callOf, compares, notes, notesOf, refuses, shows } from "../../expect/cases.ts";
import { jsonOf, ofAnswer, receivedMembers, wasAccepted } from "../../ground/answers.ts";
import { isUndescribed } from "../../ground/call.ts";
import { isContainer, member } from "../../ground/json.ts";
import { broken, expects, type Judgement, mild, observed, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Subject } from "../../ground/subject.ts";
import { isInfrastructure, succeeded } from "../../ground/watched-exchange.ts";
import { described } from "../../oracles/described.ts";
import { insidesOf, keysOf, listIn } from "../../oracles/envelope.ts";
import { bodyText, isLaidOut } from "../../oracles/laid-out.ts";
import { sameRead, sameValue } from "../../oracles/same.ts";
import { type Case, type Context, observe, probe, type Requirement, watch } from "../../rule/requirement.ts";
import { accessHistory, mainApi, readsTaking, SLOW_WRITES, writes } from "../shared/subjects.ts";

const SECTION = "Resources and their fields > Conventions";
const NO_ENVELOPE = "it answers from its document whatever envelope says";
const NO_LAYOUT = "it prints its document's example whatever pretty says";
const ENVELOPED = { query: { envelope: "true" } };

/** Whether a body has no members, so that there is nothing to lay out. */
const isEmpty = (body: string): boolean => /^(\{\s*\}|\[\s*\])?$/.test(body);

/** An HTTP status, as a number or as its text. */
const isStatus = (value: unknown): boolean => /^[1-5]\d\d$/.test(String(value));

const writesTaking =
  (query: string) =>
  (subject: Subject): boolean =>
    writes(subject) &&
    !SLOW_WRITES.includes(subject.operation.id) &&
    subject.operation.assumedQuery !== true &&
    "schema" in subject.operation.result &&
    subject.operation.query.some(({ name }) => name === query);

/** Access history grows between the reads, so only its outermost members are compared. */
const sameUnwrapped = (grows: boolean, plain: Exchange, explicit: Exchange): Judgement =>
  grows
    ? expects(
        `${keysOf(jsonOf(plain))}` === `${keysOf(jsonOf(explicit))}`,
        "the same members",
        receivedMembers(explicit),
      )
    : sameRead(plain, explicit, "the same content as in the plain answer");

/** Lists, paged or not, that accept the query. */
const enveloped = (subject: Subject): boolean => {
  const { kind } = subject.operation.result;
  return readsTaking("envelope")(subject) && (kind === "paged" || kind === "array");
};

/** The envelope must be an object around the plain answer, and its content must equal that answer. */
function around(context: Context, plain: Exchange, wrapped: Exchange): Judgement {
  const [inner, outer] = [jsonOf(plain), jsonOf(wrapped)];
  const insides = insidesOf(outer, inner);
  if (insides.length === 0 || (`${keysOf(inner)}` === `${keysOf(outer)}` && !Array.isArray(inner)))
    return broken("an object around the plain answer", receivedMembers(wrapped));
  const { result } = context.operation;
  if (accessHistory(context) || !("schema" in result)) return upheld;
  const judgements = insides.map((inside) =>
    sameValue(inner, described(inside, [result.schema]), "what the plain answer says, in the envelope"),
  );
  return judgements.find(({ kind }) => kind === "holds") ?? judgements[0] ?? upheld;
}

/**
 * Sends both queries together: the description does not say that one ends the other. Another rule judges whether the
 * target accepts the combination.
 */
const laidOutInEnvelope = (context: Context): Case =>
  asks("envelope=true and pretty=true", 1, async (ask) => {
    const exchange = await ask(callOf(context, { query: { envelope: "true", pretty: "true" } }));
    if (!wasAccepted(exchange) || isEmpty(bodyText(exchange))) return upheld;
    return expects(isLaidOut(exchange), "line breaks followed by indentation in the envelope", () =>
      quoted(bodyText(exchange), 80),
    );
  });

/** The rules on `envelope` and `pretty`. */
export const envelopes: readonly Requirement[] = [
  probe({
    id: "ENV-DEFAULT",
    level: "MUST",
    basis: "stated",
    text: "Without envelope the answer is the same as with envelope=false: not wrapped.",
    section: SECTION,
    stage: "read",
    on: readsTaking("envelope"),
    cases: (context) => [
      compares(
        context,
        "without envelope, then envelope=false",
        [{}, { query: { envelope: "false" } }],
        (plain, explicit) => sameUnwrapped(accessHistory(context), plain, explicit),
      ),
    ],
  }),
  probe({
    id: "ENV-WRAPPED",
    level: "MUST",
    basis: "stated",
    text: "With envelope=true the answer is an object that wraps what is answered without it.",
    section: SECTION,
    mock: NO_ENVELOPE,
    stage: "read",
    on: readsTaking("envelope"),
    cases: (context) => [
      compares(context, "without envelope, then envelope=true", [{}, ENVELOPED], (plain, wrapped) =>
        around(context, plain, wrapped),
      ),
    ],
  }),
  watch({
    id: "ENV-WRITES",
    level: "MUST",
    basis: "stated",
    text: "With envelope=true the answer to a write is an object that wraps what is answered without it.",
    section: SECTION,
    mock: NO_ENVELOPE,
    on: writesTaking("envelope"),
    examine: ({ answer, call, operation: { result } }) => {
      if (!succeeded(answer) || call.query?.["envelope"] !== "true" || !("schema" in result)) return undefined;
      const { json } = answer;
      if (json === undefined) return undefined;
      if (Array.isArray(json)) return broken("an object around the plain answer", "an array");
      // A member that the record does not have, or an HTTP status in status, may belong to the envelope.
      const known = Object.keys(result.schema.properties ?? {});
      const bare = keysOf(json).filter((name) => name !== "status");
      const wrapped = bare.some((name) => !known.includes(name)) || isStatus(member(json, "status"));
      return expects(wrapped || bare.length === 0, "an object around the plain answer", `members ${bare.join(", ")}`);
    },
  }),
  probe({
    id: "ENV-LIST-STATUS",
    level: "MUST",
    basis: "stated",
    text: "With envelope=true the body of a list carries a status.",
    section: SECTION,
    mock: NO_ENVELOPE,
    stage: "read",
    on: enveloped,
    cases: (context) => [
      shows(context, "envelope=true", ENVELOPED, (exchange) =>
        expects(member(jsonOf(exchange), "status") !== undefined, "a member status", receivedMembers(exchange)),
      ),
    ],
  }),
  probe({
    id: "ENV-LIST-CONTENT",
    level: "MUST",
    basis: "stated",
    text: "With envelope=true a list holds its records under content, or still under results, because the text allows both readings; its totalCount stands next to them.",
    section: SECTION,
    mock: NO_ENVELOPE,
    stage: "read",
    on: enveloped,
    cases: (context) => [
      shows(context, "envelope=true", ENVELOPED, (exchange) =>
        expects(listIn(jsonOf(exchange)) !== undefined, "a list under content or results", receivedMembers(exchange)),
      ),
      compares(context, "totalCount with envelope=true", [{}, ENVELOPED], (plain, wrapped) => {
        const json = jsonOf(wrapped);
        const content = member(json, "content");
        // If the list itself is the content, the description does not say where its count goes.
        if (typeof member(jsonOf(plain), "totalCount") !== "number" || Array.isArray(content)) return upheld;
        const total = member(json, "totalCount") ?? member(content, "totalCount");
        return expects(total !== undefined, "totalCount, as without envelope", receivedMembers(wrapped));
      }),
    ],
  }),
  probe({
    id: "ENV-STATUS-EQUALS-HTTP",
    level: "MUST",
    basis: "derived:D2",
    text: "The status inside the envelope is the HTTP status of the answer.",
    section: SECTION,
    mock: NO_ENVELOPE,
    stage: "read",
    on: enveloped,
    cases: (context) => [
      shows(context, "envelope=true", ENVELOPED, (exchange) =>
        ofAnswer(exchange, ({ status, json }) => {
          const inner = member(json, "status");
          if (inner === undefined) return observed("no status member");
          const judgement = expects(inner === status, `status ${status}`, `status ${JSON.stringify(inner)}`);
          // The description does not state the type of the status.
          return typeof inner === "number" ? judgement : mild(judgement);
        }),
      ),
    ],
  }),
  watch({
    id: "ENV-STATUS-OTHERS",
    level: "MUST",
    basis: "derived:D2",
    text: "A number as the status of any other envelope, that of a record, of a write or of an error, is the HTTP status of the answer.",
    section: SECTION,
    mock: NO_ENVELOPE,
    conditional: true,
    on: mainApi,
    examine: ({ answer, call }) => {
      const inner = member(answer.json, "status");
      if (call.query?.["envelope"] !== "true" || typeof inner !== "number" || isInfrastructure(answer))
        return undefined;
      // For clients that cannot read statuses, a server may answer 200 and put the true status inside. An answer of 204
      // has no body, so its envelope needs another status anyway.
      const isTrue = isSuccess(inner) || (inner >= 400 && inner < 600 && isError(answer.json));
      const holds = inner === answer.status || (answer.status === 200 && isTrue);
      return expects(holds, `status ${answer.status}`, `status ${inner}`, "/status");
    },
  }),
  observe({
    id: "ENV-SINGLE-LAYOUT",
    level: "UNSPECIFIED",
    text: "The members of an envelope around a single record, or around an error, are not given.",
    section: SECTION,
    on: (subject) => readsTaking("envelope")(subject) && !enveloped(subject),
    cases: (context) => [
      notesOf(
        "members of the envelope",
        1,
        async (ask) => keysOf(jsonOf(await ask(callOf(context, ENVELOPED)))).join(", ") || "none: not an object",
      ),
      notesOf("members of an error's envelope", 1, async (ask) => {
        const refused = await ask(callOf(context, { query: { envelope: "true", pretty: "abc" }, due: "any" }));
        return keysOf(jsonOf(refused)).join(", ") || "none: not an object";
      }),
    ],
  }),
  probe({
    id: "ENV-BOOL",
    level: "SHOULD",
    basis: "derived:D1",
    text: "envelope is a boolean, and any other word is refused.",
    section: SECTION,
    stage: "refused-reads",
    on: readsTaking("envelope"),
    cases: (context) => [refuses(context, "envelope=abc", { query: { envelope: "abc" } })],
  }),
  probe({
    id: "PRETTY-TRUE",
    level: "MUST",
    basis: "stated",
    text: "With pretty=true the body is laid out over several lines and says the same.",
    section: SECTION,
    mock: NO_LAYOUT,
    stage: "read",
    on: readsTaking("pretty"),
    cases: (context) => [
      compares(
        context,
        "without pretty, then pretty=true and pretty=false",
        // PRETTY-FALSE judges the layout of the last one.
        [{}, { query: { pretty: "true" } }, { query: { pretty: "false" } }],
        (plain, pretty) => {
          if (!isEmpty(bodyText(plain)) && !isLaidOut(pretty)) {
            return expects(false, "line breaks followed by indentation", quoted(bodyText(pretty), 80));
          }
          return sameUnwrapped(accessHistory(context), plain, pretty);
        },
      ),
      ...(readsTaking("envelope")(context) ? [laidOutInEnvelope(context)] : []),
    ],
  }),
  watch({
    id: "PRETTY-WRITES",
    level: "MUST",
    basis: "stated",
    text: "With pretty=true the answer to a write is laid out over several lines.",
    section: SECTION,
    mock: NO_LAYOUT,
    on: writesTaking("pretty"),
    examine: ({ answer, call, exchange }) => {
      const isPretty = call.query?.["pretty"] === "true" && call.query["envelope"] !== "true";
      // A bare text, number or null has nothing to lay out; other rules fail it as no answer of the operation.
      if (!succeeded(answer) || !isPretty || !isContainer(answer.json) || isEmpty(bodyText(exchange))) return undefined;
      return expects(isLaidOut(exchange), "line breaks followed by indentation", () => quoted(bodyText(exchange), 80));
    },
  }),
  watch({
    id: "PRETTY-FALSE",
    level: "SHOULD",
    basis: "derived:D4",
    text: "Without pretty, and with pretty=false, the body is not laid out.",
    section: SECTION,
    on: readsTaking("pretty"),
    shownBy: ["PRETTY-TRUE"],
    examine: ({ answer, call, exchange }) => {
      const isOpen =
        call.rawQuery !== undefined || isUndescribed(call) || (call.query?.["pretty"] ?? "false") !== "false";
      if (!succeeded(answer) || isOpen || !isContainer(answer.json)) return undefined;
      return expects(!isLaidOut(exchange), "one line", () => quoted(bodyText(exchange), 80));
    },
  }),
  probe({
    id: "PRETTY-BOOL",
    level: "SHOULD",
    basis: "derived:D1",
    text: "pretty is a boolean, and any other word is refused.",
    section: SECTION,
    stage: "refused-reads",
    on: readsTaking("pretty"),
    cases: (context) => [refuses(context, "pretty=abc", { query: { pretty: "abc" } })],
  }),
  observe({
    id: "PRETTY-ERRORS",
    level: "UNSPECIFIED",
    text: "Whether pretty applies to error bodies is not given.",
    section: SECTION,
    on: readsTaking("itemsPerPage"),
    cases: (context) => [
      notesOf("an error with pretty=true", 1, async (ask) =>
        isLaidOut(await ask(callOf(context, { query: { pretty: "true", itemsPerPage: "0" }, due: "refusal" })))
          ? "laid out"
          : "one line",
      ),
    ],
  }),
  observe({
    id: "PRETTY-ON-ENVELOPE-ONLY-OPS",
    level: "UNSPECIFIED",
    text: "Operations 32, 33, 37, 38, 43, 56 and 60 name envelope alone; whether they take pretty as well is not given.",
    section: "Endpoints",
    on: (subject) => readsTaking("envelope")(subject) && !readsTaking("pretty")(subject),
    cases: (context) => [
      notesOf("pretty=true", 1, async (ask) =>
        isLaidOut(await ask(callOf(context, { query: { pretty: "true" }, due: "any" }))) ? "laid out" : "one line",
      ),
    ],
  }),
  observe({
    id: "ENV-LOOSE-BOOLEANS",
    level: "UNSPECIFIED",
    text: "Spellings of a boolean other than true and false are not described.",
    section: SECTION,
    on: readsTaking("envelope"),
    cases: (context) =>
      ["1", "TRUE", ""].map((word) => notes(context, `envelope=${word}`, { query: { envelope: word } })),
  }),
];

/** Whether a body is the description's error, in an envelope or not. */
const isError = (json: unknown): boolean =>
  [json, member(json, "content")].some((body) => member(body, "errorCode") !== undefined);
