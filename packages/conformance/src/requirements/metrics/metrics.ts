import { isDeepStrictEqual } from "node:util";
import type { Exchange } from "@plumbline/client";
import { asks } from "../../expect/asks.ts";
import { accepts, callOf, compares, notes, refuses } from "../../expect/cases.ts";
import { tells } from "../../expect/tells.ts";
import { jsonOf, refused, wasAccepted } from "../../ground/answers.ts";
import { isUndescribed } from "../../ground/call.ts";
import { member } from "../../ground/json.ts";
import { broken, expects, inconclusive, type Judgement, mild, nothingToAsk, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import { succeeded, type WatchedExchange } from "../../ground/watched-exchange.ts";
import { knownBy } from "../../oracles/addressed-by.ts";
import { listIn } from "../../oracles/envelope.ts";
import { violated } from "../../oracles/violated.ts";
import { credential } from "../../rule/need.ts";
import { operationRule } from "../../rule/operation-rule.ts";
import { type Case, type Context, observe, probe, type Requirement, watch } from "../../rule/requirement.ts";
import { afterAccepted } from "../shared/after-accepted.ts";
import { brokenIds } from "../shared/broken-ids.ts";
import { changedSecrets } from "../shared/changed-secrets.ts";
import { is, NEVER_ISSUED } from "../shared/subjects.ts";
import { labelsAgree } from "./labels-agree.ts";

const CONVENTIONS = "Resources and their fields > Conventions";
const SECTION = "Endpoints > Metrics target discovery";
const discovery = is("discoverMetricsTargets");
const needs = [credential("metrics")];

const NO_TARGET = "no target is shown: the known project has no cluster to scrape";

const targetsIn = (exchange: Exchange): readonly string[] =>
  (listIn(jsonOf(exchange)) ?? []).flatMap((group) => listIn(member(group, "targets")) ?? []).map(String);
/** Each target with the labels of its group. */
const labelledIn = (exchange: Exchange): readonly { readonly target: unknown; readonly labels: unknown }[] =>
  (listIn(jsonOf(exchange)) ?? []).flatMap((group) =>
    (listIn(member(group, "targets")) ?? []).map((target) => ({ target, labels: member(group, "labels") })),
  );
const addresses = (exchange: Exchange): string => [...targetsIn(exchange)].sort().join(", ");

/** The path of a project without the known project's targets: another project, or a made-up id. */
const elsewhere = (context: Context, name: string, groupId: string): Case =>
  asks(name, 2, async (ask) => {
    const known = labelledIn(await ask(callOf(context)));
    if (known.length === 0) return inconclusive(NO_TARGET);
    const exchange = await ask(callOf(context, { path: { groupId } }));
    if (!wasAccepted(exchange)) return upheld;
    // Two networks may have the same addresses; the labels tell to which one a target belongs.
    const shared = labelledIn(exchange).find((one) => known.some((other) => isDeepStrictEqual(one, other)));
    return expects(
      shared === undefined,
      "none of the known project's targets",
      () => `target ${quoted(shared?.target)}`,
    );
  });

const HOST_AND_PORT = /^(\[[0-9a-fA-F:.]+\]|[^\s:/]+):(\d{1,5})$/;

const publicIsDefault = (context: Context): Case =>
  compares(
    context,
    "without targetScheme, then PUBLIC",
    [{}, { query: { targetScheme: "PUBLIC" } }],
    (plain, explicit) =>
      tells(
        expects(
          addresses(plain) === addresses(explicit),
          "the same targets",
          () => `${addresses(plain)} without, ${addresses(explicit)} with PUBLIC`,
        ),
        addresses(plain) !== "",
        NO_TARGET,
      ),
  );

/** A server that keeps the scheme of the last request shows it only after a request with another one. */
const publicStaysDefault = (context: Context): Case =>
  asks("targetScheme=PRIVATE, then without", 4, async (ask) => {
    const plain = { ...callOf(context), send: "again" } as const;
    const before = await ask(plain);
    const other = await ask(callOf(context, { query: { targetScheme: "PRIVATE" }, send: "again" }));
    if (!wasAccepted(before) || !wasAccepted(other) || addresses(other) === addresses(before))
      return nothingToAsk("PRIVATE is not answered with other targets");
    if (addresses(await ask(plain)) !== addresses(other)) return upheld;
    // The targets may have changed meanwhile.
    const explicit = await ask(callOf(context, { query: { targetScheme: "PUBLIC" }, send: "again" }));
    return expects(
      addresses(explicit) === addresses(other),
      "the same targets as before",
      () => `${addresses(other)}, as with PRIVATE`,
    );
  });

/** The rules on metrics discovery: its credentials, schemes, targets and labels. */
export const metrics: readonly Requirement[] = [
  watch({
    id: "METRICS-SHAPE",
    level: "MUST",
    basis: "stated",
    text: "Discovery returns an array of groups of targets, each target host:port, each label a string.",
    section: "Resources and their fields > Metrics scrape target",
    on: discovery,
    shownBy: [operationRule("discoverMetricsTargets", "PARAMS"), "METRICS-TARGETSCHEME-VALUES"],
    examine: (watched) => {
      if (!isUndescribed(watched.call)) return shapeIn(watched);
      // The target may take other schemes; the answer to each has the described form.
      const shape = watched.call.query?.["targetScheme"] === undefined ? undefined : shapeIn(watched);
      return shape && mild(shape);
    },
  }),
  probe({
    id: "METRICS-TARGETSCHEME-DEFAULT",
    level: "MUST",
    basis: "stated",
    text: "Without targetScheme the same targets are returned as with PUBLIC.",
    section: SECTION,
    needs,
    stage: "read",
    on: discovery,
    cases: (context) => [publicIsDefault(context), publicStaysDefault(context)],
  }),
  observe({
    id: "METRICS-TARGETSCHEME-VALUES",
    level: "UNSPECIFIED",
    text: "Schemes other than PUBLIC are not given.",
    section: SECTION,
    needs,
    on: discovery,
    cases: (context) =>
      ["PRIVATE", "nonsense"].map((word) => notes(context, `targetScheme=${word}`, { query: { targetScheme: word } })),
  }),
  probe({
    id: "METRICS-AUTH",
    level: "MUST",
    basis: "stated",
    text: "Discovery takes a user name and password in the authorization header, and nothing less.",
    section: "Authentication",
    needs,
    stage: "read",
    on: discovery,
    cases: (context) => [
      accepts(context, "the metrics user", {}),
      refuses(context, "no credentials", { who: "none" }),
      refuses(context, "a wrong password", { who: "wrongMetricsPassword" }, { mock: "it takes any credentials" }),
      refuses(context, "an unknown user name", { who: "unknownMetricsUser" }, { mock: "it takes any credentials" }),
      {
        ...afterAccepted(context, (exchange) => refused(exchange, "no credentials")),
        mock: "it takes any credentials",
      },
      ...changedSecrets(context, "metrics"),
      refuses(
        context,
        "the id and secret of a service account",
        { who: { lent: "serviceAccount" } },
        { level: "SHOULD", needs: [credential("serviceAccount")], mock: "it takes any credentials" },
      ),
    ],
  }),
  watch({
    id: "METRICS-GROUP-LABEL",
    level: "MUST",
    basis: "derived:D5",
    text: "The label group_id names the addressed project.",
    section: "Resources and their fields > Metrics scrape target",
    mock: "its labels are examples",
    on: discovery,
    examine: (watched) => {
      const addressed = knownBy(watched, "groupId");
      const labels = (listIn(watched.answer.json) ?? []).map((group) => member(group, "labels"));
      if (addressed === undefined || labels.length === 0) return undefined;
      // METRICS-SHAPE judges a label of another type.
      const other = labels
        .map((label) => member(label, "group_id") ?? null)
        .find((id) => id !== addressed && (id === null || typeof id === "string"));
      // The contract lists the label but does not require it.
      if (other === null) return mild(broken(`group_id ${addressed}`, "no group_id"));
      return expects(other === undefined, `group_id ${addressed}`, () => `group_id ${quoted(other, 40)}`);
    },
  }),
  labelsAgree,
  probe({
    id: "METRICS-GROUP-REJECT",
    level: "MUST",
    basis: "derived:D1",
    text: "A path groupId of discovery that is not 24 lower-case hexadecimal characters is not processed.",
    section: CONVENTIONS,
    needs,
    stage: "refused-reads",
    on: discovery,
    cases: (context) => brokenIds(context, "groupId"),
  }),
  probe({
    id: "METRICS-GROUP-ELSEWHERE",
    level: "MUST",
    basis: "derived:D5",
    text: "Discovery shows the targets of a project under no other project's id.",
    section: CONVENTIONS,
    needs,
    mock: "its targets are examples",
    stage: "refused-reads",
    on: discovery,
    cases: (context) => {
      const { groupId, oldEngineGroupId, sharedGroupId } = context.world.fixtures;
      const other = [oldEngineGroupId, sharedGroupId].find((id) => id !== undefined && id !== groupId);
      return [
        elsewhere(context, "a project that was never issued", NEVER_ISSUED),
        ...(other === undefined ? [] : [elsewhere(context, "another project", other)]),
      ];
    },
  }),
  observe({
    id: "METRICS-ERRORS",
    level: "UNSPECIFIED",
    text: "The error body of discovery is not given.",
    section: SECTION,
    on: discovery,
    cases: (context) => [notes(context, "no credentials", { who: "none" })],
  }),
];

const anyShape = violated(() => true, { open: true });

/** Whether groups of targets have the described form, and each target and each label as well. */
function shapeIn(watched: WatchedExchange): Judgement | undefined {
  const shape = anyShape(watched);
  if (shape?.kind !== "holds" || !succeeded(watched.answer)) return shape;
  const all = (listIn(watched.answer.json) ?? []).flatMap((group) => [
    ...(listIn(member(group, "targets")) ?? []).map((target) => ({
      good: isAddress(String(target)),
      what: `target ${JSON.stringify(target)}`,
    })),
    ...Object.entries((member(group, "labels") ?? {}) as object).map(([name, value]) => ({
      good: typeof value === "string" || value === null,
      what: `label ${name} ${JSON.stringify(value)}`,
    })),
  ]);
  // The answer shows nothing whose form could be wrong.
  if (all.length === 0) return undefined;
  const odd = all.find((one) => !one.good);
  return expects(odd === undefined, "targets of the form host:port and labels that are strings", odd?.what ?? "");
}

function isAddress(text: string): boolean {
  const port = Number(HOST_AND_PORT.exec(text)?.[2]);
  return port >= 1 && port <= 65_535;
}
