import { answered } from "@plumbline/client";
import { SHOWN_ERRORS } from "@plumbline/schemas";
import { asks } from "../../expect/asks.ts";
import { brief, callOf, notes, notesOf } from "../../expect/cases.ts";
import { received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { isUndescribed } from "../../ground/call.ts";
import { member } from "../../ground/json.ts";
import { broken, expects, inconclusive, type Judgement, observed, upheld } from "../../ground/judgement.ts";
import { quoted, quotedText } from "../../ground/quoted.ts";
import type { Subject } from "../../ground/subject.ts";
import { isInfrastructure, type WatchedExchange } from "../../ground/watched-exchange.ts";
import { notice, observe, probe, type Requirement, watch } from "../../rule/requirement.ts";
import { is, mainApi, NEVER_ISSUED, pagedLists, reads, readsAddressedBy, readsTaking } from "../shared/subjects.ts";

const SECTION = "Errors";
/** Whether the standard error body is due: refusals by the main interface itself, without an envelope. */
function standardErrors({ answer, call, operation }: WatchedExchange): boolean {
  if (operation.authentication !== "digest" || call.due === "any" || isInfrastructure(answer)) return false;
  return answer.status >= 400 && call.query?.["envelope"] !== "true";
}

const carries = (name: string, type: "string" | "integer"): Requirement =>
  watch({
    id: `ERR-BODY-${name.toUpperCase()}`,
    level: "MUST",
    basis: "stated",
    text: `The standard error body carries ${name}, ${type === "string" ? "a string" : "an integer"}.`,
    section: SECTION,
    on: mainApi,
    examine: (watched) => {
      if (!standardErrors(watched)) return undefined;
      const value = member(watched.answer.json, name);
      const right = type === "string" ? typeof value === "string" : Number.isInteger(value);
      return expects(
        right,
        `${name} as ${type === "string" ? "a string" : "an integer"} in the body of ${watched.answer.status}`,
        () =>
          watched.answer.json === undefined
            ? `a body that is not JSON: ${quoted(watched.answer.body, 60)}`
            : quoted(value),
        watched.answer.json === undefined ? "" : `/${name}`,
      );
    },
  });

/** A rule about one of the two error codes in the description: it comes with the same status and reason as there. */
const shownWith = (id: string, shown: { error: number; errorCode: string; reason: string }): Requirement =>
  watch({
    id,
    level: "SHOULD",
    basis: "derived:D2",
    conditional: true,
    text: `With errorCode ${shown.errorCode} the status is ${shown.error} and the reason ${shown.reason}.`,
    section: SECTION,
    on: mainApi,
    examine: (watched) => {
      if (!standardErrors(watched) || member(watched.answer.json, "errorCode") !== shown.errorCode) return undefined;
      const reason = member(watched.answer.json, "reason");
      // ERR-BODY-REASON judges whether there is a reason.
      if (typeof reason !== "string") return undefined;
      return expects(
        watched.answer.status === shown.error && reason === shown.reason,
        `${shown.error} with reason ${shown.reason}`,
        `${watched.answer.status} with reason ${quoted(reason, 40)}`,
        watched.answer.status === shown.error ? "/reason" : "/errorCode",
      );
    },
  });

/** The path parameter with the id of the record that a read returns. */
function recordParameter({ operation: { pathParameters, result } }: Subject): string | undefined {
  const name = pathParameters.at(-1)?.name;
  return result.kind === "record" && name?.endsWith("Id") && !PLACES.includes(name) ? name : undefined;
}

/** Path parameters of places: places contain records and are no records themselves. */
const PLACES: readonly string[] = ["groupId", "orgId"];

const LEAKS =
  /\bat [\w.$<>]+\(?[\w/\\.-]+:\d+|Traceback \(most recent call last\)|\b(java|org|com)\.[\w.]+Exception\b|SyntaxError:|\/node_modules\//;

/** The rules on refusals: their members, their statuses and their codes. */
export const errors: readonly Requirement[] = [
  carries("detail", "string"),
  carries("error", "integer"),
  carries("errorCode", "string"),
  carries("reason", "string"),
  watch({
    id: "ERR-STATUS-EQUALS",
    level: "MUST",
    basis: "stated",
    text: "error in the body is the HTTP status of the answer.",
    section: SECTION,
    on: mainApi,
    examine: (watched): Judgement | undefined => {
      const error = member(watched.answer.json, "error");
      // ERR-BODY-ERROR judges another type than integer.
      if (!standardErrors(watched) || !Number.isInteger(error)) return undefined;
      const { status } = watched.answer;
      return expects(error === status, `error ${status}`, `error ${String(error)}`, "/error");
    },
  }),
  watch({
    id: "ERR-NO-500",
    level: "MUST",
    basis: "derived:RFC9110",
    text: "A request that the description accepts or refuses is not answered 500, because that says that the server itself is at fault.",
    section: SECTION,
    on: mainApi,
    shownBy: ["ERR-UNKNOWN-PROJECT"],
    examine: ({ answer, call, operation }): Judgement | undefined => {
      const described = !isUndescribed(call) && call.elsewhere === undefined && call.method === undefined;
      if (operation.authentication !== "digest" || !described) return undefined;
      const code = member(answer.json, "errorCode");
      const said = typeof code === "string" ? `500 ${quotedText(code, 60)}` : "500";
      return expects(answer.status !== 500, "a success, or a refusal by a 4xx status", said, "status");
    },
  }),
  observe({
    id: "ERR-UNKNOWN-PROJECT",
    level: "UNSPECIFIED",
    text: "Whether and how a read under a project id that was never issued is refused is not given.",
    section: SECTION,
    on: readsAddressedBy("groupId"),
    cases: (context) => [
      // The description states a refusal but not its status, so the rules about all answers judge it.
      asks("a project that was never issued", 1, async (ask) =>
        observed(`the project: ${brief(await ask(callOf(context, { path: { groupId: NEVER_ISSUED } })))}`),
      ),
    ],
  }),
  notice({
    id: "ERR-VALIDATION-400",
    level: "UNSPECIFIED",
    text: "Which status and errorCode a broken limit is answered with is not given; 400 and VALIDATION_ERROR are seen.",
    section: SECTION,
    on: mainApi,
    notice: (watched) => {
      const { answer, call, authorized } = watched;
      if (!standardErrors(watched) || call.due !== "refusal" || !authorized || answer.status === 401) return undefined;
      const code = member(answer.json, "errorCode");
      return typeof code === "string" ? `${answer.status} ${quotedText(code, 60)}` : undefined;
    },
  }),
  shownWith("ERR-400-REASON", SHOWN_ERRORS.validation),
  shownWith("ERR-401-REASON", SHOWN_ERRORS.notCreator),
  probe({
    id: "ERR-NO-PHANTOM",
    level: "MUST",
    basis: "derived:D5",
    text: "Asking for a record by an id that was never issued returns none.",
    section: "Endpoints",
    mock: "it answers every id with its example",
    stage: "refused-reads",
    on: (subject) => reads(subject) && recordParameter(subject) !== undefined,
    cases: (context) => [
      asks("an id that was never issued", 1, async (ask) => {
        const name = recordParameter(context) ?? "";
        // The members of an error stay what they are with pretty; the other version asks without it.
        const query = context.version === "2" && readsTaking("pretty")(context) ? { pretty: "true" } : {};
        const exchange = await ask(callOf(context, { path: { [name]: NEVER_ISSUED }, query }));
        if (wasAccepted(exchange)) return broken("no record", brief(exchange));
        // Another rule judges a 5xx, which is no refusal.
        return wasRefused(exchange) ? upheld : inconclusive(`the read is answered ${received(exchange)}`);
      }),
    ],
  }),
  notice({
    id: "ERR-CODE-LIST",
    level: "UNSPECIFIED",
    text: "Which error codes there are, and when, is not given.",
    section: SECTION,
    on: mainApi,
    notice: ({ answer }) => {
      const code = member(answer.json, "errorCode");
      return answer.status >= 400 && typeof code === "string" ? `${answer.status} ${quotedText(code, 60)}` : undefined;
    },
  }),
  observe({
    id: "ERR-NOT-FOUND",
    level: "UNSPECIFIED",
    text: "How an id that no record has is answered is not given.",
    section: SECTION,
    on: is("getAlertConfig", "getAlert"),
    cases: (context) => {
      const [{ name = "" } = {}] = context.operation.pathParameters.slice(-1);
      return [notes(context, "an id that was never issued", { path: { [name]: NEVER_ISSUED } })];
    },
  }),
  observe({
    id: "ERR-UNKNOWN-ROUTE",
    level: "UNSPECIFIED",
    text: "How unknown paths and methods are answered is not given.",
    section: SECTION,
    on: is("listMatcherFieldNames"),
    cases: (context) => [
      notes(context, "a path that is none", { elsewhere: "/plumbline-no-such-path" }),
      notes(
        context,
        "a method that the path does not have",
        { method: "DELETE" },
        { needs: [{ kind: "permission", risk: "delete" }] },
      ),
    ],
  }),
  observe({
    id: "ERR-UNKNOWN-QUERY",
    level: "UNSPECIFIED",
    text: "Query parameters that are not listed are not described.",
    section: SECTION,
    on: pagedLists,
    cases: (context) => [notes(context, "plumblineUnknown=1", { query: { plumblineUnknown: "1" } })],
  }),
  observe({
    id: "ERR-NO-LEAK",
    level: "UNSPECIFIED",
    text: "Whether error bodies may show the inside of the server is not given; a finding about quality.",
    section: SECTION,
    on: readsTaking("pretty"),
    cases: (context) => [
      notesOf("an error's text", 1, async (ask) => {
        const exchange = await ask(callOf(context, { query: { pretty: "abc" }, due: "open" }));
        const said = answered(exchange) ? exchange.response.body : "";
        return LEAKS.test(said) ? "shows the inside of the server" : "shows nothing of the inside";
      }),
    ],
  }),
];
