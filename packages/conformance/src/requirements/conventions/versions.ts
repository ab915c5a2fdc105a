import { answered, headerValue } from "@plumbline/client";
import {
  type Contract,
  essence,
  fillPath,
  type Profile,
  pathPrefix,
  RESOURCE_DATE,
  rangesOf,
  resourceDateIn,
} from "@plumbline/schemas";
import { asks } from "../../expect/asks.ts";
import { callOf, notes } from "../../expect/cases.ts";
import { accepted, jsonOf, wasAccepted } from "../../ground/answers.ts";
import { isUndescribed } from "../../ground/call.ts";
import { expects, inconclusive } from "../../ground/judgement.ts";
import type { Subject } from "../../ground/subject.ts";
import { succeeded } from "../../ground/watched-exchange.ts";
import { credential } from "../../rule/need.ts";
import { notice, observe, probe, type Requirement, watch } from "../../rule/requirement.ts";
import { greeting } from "../../target/greeting.ts";
import { ON_PROJECT } from "../shared/statement-parts.ts";
import { is, mainApi, shownOn } from "../shared/subjects.ts";

const SECTION = "Versioning";
const sample = is("listMatcherFieldNames", "listAlertConfigs");
const one = shownOn("listAlertConfigs");
const in1 = (subject: Subject, contract: Contract): boolean => subject.version === "1.0" && one(subject, contract);
const in2 = (subject: Subject, contract: Contract): boolean => subject.version === "2" && one(subject, contract);

/** Reads that the description names among the differences of version 2. */
const NEWS = ["listSearchIndexes", "listShardedSnapshots", "listServerlessRestoreJobs"] as const;

const served = (id: string, text: string, on: (subject: Subject, contract: Contract) => boolean): Requirement =>
  probe({
    id,
    level: "MUST",
    basis: "stated",
    text,
    section: SECTION,
    stage: "read",
    on,
    cases: (context) => [
      asks("a plain read", 2, async (ask) => {
        const exchange = await ask(callOf(context));
        // If another operation answers, the target serves this version, and only this operation fails.
        const { contract, operation, version, world } = context;
        const other = greeting(contract, world, version, operation.id);
        const shown = wasAccepted(exchange) || other === undefined ? exchange : await ask(other);
        // A refused key says nothing about the version.
        if (answered(shown) && shown.response.status === 401) return inconclusive("the main key is refused");
        const first = accepted(shown, "a plain read in this version");
        return first.kind === "holds"
          ? expects(jsonOf(shown) !== undefined, "a JSON body", "a body that is not JSON")
          : first;
      }),
    ],
  });

/** The newest date in an Accept header; `undefined` if the header also accepts other types. */
function dateAsked(accept: string | null, { product }: Profile): string | undefined {
  const dates = rangesOf(accept ?? "").map((range) => resourceDateIn(range, product));
  return dates.includes(undefined) ? undefined : dates.toSorted().at(-1);
}

/** The rules on the two versions: their paths and media types. */
export const versioning: readonly Requirement[] = [
  served(
    "VER-1-PATH",
    "Version 1.0 is served under /api/<product>/v1.0 to requests that accept application/json.",
    in1,
  ),
  served(
    "VER-2-PATH",
    `Version 2 is served under /api/<product>/v2 to requests that accept its media type of ${RESOURCE_DATE}.`,
    in2,
  ),
  watch({
    id: "VER-2-CONTENT-TYPE",
    level: "SHOULD",
    basis: "derived:D2",
    text: "A version 2 answer is plain JSON by its media type, or of the product's dated family and no later than requested.",
    section: SECTION,
    on: (subject) => subject.version === "2" && mainApi(subject),
    examine: ({ answer, call, contract: { profile } }) => {
      if (!succeeded(answer) || answer.body === "" || isUndescribed(call)) return undefined;
      const asked = call.accept === undefined ? (profile.acceptDate ?? RESOURCE_DATE) : dateAsked(call.accept, profile);
      if (asked === undefined) return undefined;
      const type = headerValue(answer.headers, "content-type") ?? "";
      const date = resourceDateIn(type, profile.product);
      // The description shows the dated type only for Accept, and a client that accepts it can read plain JSON too.
      return expects(
        essence(type) === "application/json" || (date !== undefined && date <= asked),
        `application/json, or application/vnd.${profile.product}.<date>+json with a date up to ${asked}`,
        type === "" ? "no Content-Type" : type,
        "header Content-Type",
      );
    },
  }),
  probe({
    id: "VER-TOKEN-METRICS-SEPARATE",
    level: "MUST",
    basis: "stated",
    text: "The token endpoint is served without a version segment.",
    section: SECTION,
    needs: [credential("serviceAccount")],
    stage: "quota",
    on: is("issueServiceToken"),
    cases: (context) => [
      asks("a token request", 1, async (ask) =>
        accepted(
          await ask(callOf(context, { body: { grant_type: "client_credentials" }, send: "once" })),
          "a token request",
        ),
      ),
    ],
  }),
  observe({
    id: "VER-ACCEPT-MISSING",
    level: "UNSPECIFIED",
    text: "What a request without Accept is answered with is not given.",
    section: "Authentication",
    on: sample,
    cases: (context) => [notes(context, "no Accept", { accept: null })],
  }),
  observe({
    id: "VER-ACCEPT-OTHER",
    level: "UNSPECIFIED",
    text: "What a request for another media type is answered with is not given.",
    section: SECTION,
    on: in2,
    cases: (context) => [
      notes(context, "Accept: application/json", { accept: "application/json" }),
      notes(context, "Accept of 1999", {
        accept: `application/vnd.${context.contract.profile.product}.1999-01-01+json`,
      }),
      notes(context, "Accept: text/plain", { accept: "text/plain" }),
    ],
  }),
  observe({
    id: "VER-1-ABSENCE",
    level: "UNSPECIFIED",
    text: "Whether version 1.0 answers the operations that are named as news of version 2 is not given.",
    section: SECTION,
    needs: ON_PROJECT,
    on: (subject, contract) => in1(subject, contract) && NEWS.some((id) => contract.route(id, "2") !== undefined),
    cases: (context) =>
      NEWS.filter((id) => context.contract.route(id, "2") !== undefined).map((id) => {
        const { product } = context.contract.profile;
        const path = context.contract.operation(id).routes.find(({ version }) => version === "2")?.path ?? "";
        const known = { clusterName: "Cluster0", databaseName: "db", collectionName: "c", ...context.world.fixtures };
        return notes(context, id, { elsewhere: fillPath(path.slice(pathPrefix("2", product).length), known) });
      }),
  }),
  notice({
    id: "VER-PER-OP",
    level: "UNSPECIFIED",
    text: "Where an operation has no mark of a version, the versions it exists in are not given; the profile decides.",
    section: SECTION,
    on: mainApi,
    notice: ({ answer, call, version }) =>
      succeeded(answer) && !isUndescribed(call) ? `answers in version ${version}` : undefined,
  }),
  notice({
    id: "VER-DEPRECATION-DATES",
    level: "UNSPECIFIED",
    text: "No header that announces a deprecation is required.",
    section: SECTION,
    on: mainApi,
    notice: ({ answer }) => {
      const seen = ["Deprecation", "Sunset"].filter((name) => headerValue(answer.headers, name) !== undefined);
      return seen.length === 0 ? undefined : seen.join(", ");
    },
  }),
];
