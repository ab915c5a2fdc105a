import { isDeepStrictEqual } from "node:util";
import { answered, type Exchange } from "@plumbline/client";
import { LIMITS } from "@plumbline/schemas";
import { readDate } from "@plumbline/schemas/validate";
import { asks } from "../../expect/asks.ts";
import { callOf, compares, notes, refuses } from "../../expect/cases.ts";
import { tells } from "../../expect/tells.ts";
import { jsonOf, received, wasAccepted } from "../../ground/answers.ts";
import type { Ask } from "../../ground/ask.ts";
import { member } from "../../ground/json.ts";
import { broken, expects, inconclusive, type Judgement, nothingToAsk, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import { difference } from "../../oracles/difference.ts";
import { listIn, recordIn } from "../../oracles/envelope.ts";
import { idsIn, lengthOf } from "../../oracles/same.ts";
import { depthOf, isNoRecord, ofShape, violatedInRecords } from "../../oracles/violated.ts";
import { wholeList } from "../../oracles/whole-list.ts";
import { withoutMoving } from "../../oracles/without-moving.ts";
import { type Case, type Context, observe, probe, type Requirement, watch } from "../../rule/requirement.ts";
import { ON_PROJECT } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";
import { isOpen, isQuiet, isWholePage } from "./alert-steps.ts";

const RESOURCE = "Resources and their fields > Alert";
const OPERATIONS = "Endpoints > Alerts (may change; under revision)";
const returnsAlert = is("listOpenAlertsOfConfig", "listAlerts", "getAlert", "acknowledgeAlert");
const STATUSES = ["OPEN", "TRACKING", "CLOSED"] as const;

const statuses = (json: unknown): unknown[] => (listIn(json) ?? []).map((record) => member(record, "status"));

const NO_LIST = inconclusive("the list of alerts is not to be had, or its pages do not add up");

/** The most configurations whose open alerts a check reads. */
const MOST_OWNERS = 5;

interface OpenList {
  readonly alertConfigId: string;
  readonly open: Exchange;
}

/** The open alerts of configurations that have alerts: first the lists that must omit some alerts and show others. */
async function openLists(context: Context, ask: Ask) {
  const listAlerts = { ...context, operation: context.contract.operation("listAlerts", context.version) };
  const alerts = await wholeList((page) => ask(callOf(listAlerts, page)));
  if (alerts === undefined) return undefined;
  const ownersOf = (records: readonly unknown[]): Set<string> =>
    new Set(records.map((record) => member(record, "alertConfigId")).filter((id) => typeof id === "string"));
  const withQuiet = ownersOf(alerts.filter((alert) => isQuiet(alert)));
  const kinds = [
    withQuiet,
    ownersOf(alerts.filter((alert) => member(alert, "status") === "CLOSED")),
    ownersOf(alerts.filter(isOpen)),
  ];
  const kindsShown = (id: string): number => kinds.filter((kind) => kind.has(id)).length;
  const owners = [...ownersOf(alerts)].sort((a, b) => kindsShown(b) - kindsShown(a));
  // One configuration for each kind of alert before the others.
  const first = kinds.flatMap((kind) => owners.filter((id) => kind.has(id)).slice(0, 1));
  const lists: OpenList[] = [];
  for (const alertConfigId of [...new Set([...first, ...owners])].slice(0, MOST_OWNERS)) {
    const open = await ask(callOf(context, { path: { alertConfigId } }));
    // The target may have deleted a configuration and kept its alerts.
    if (!answered(open) || wasAccepted(open)) lists.push({ alertConfigId, open });
  }
  return { alerts, lists, owners: owners.length, withQuiet: withQuiet.size };
}

/** The most alerts of a list that a check reads one by one. */
const MOST_READ = 2;

/**
 * An alert that the list shows with acknowledgedUntil also has it in its own read, unless the list no longer shows it.
 */
const acknowledgedInBoth = (context: Context): Case =>
  asks("alerts that the list shows as acknowledged", 4 + 2 * MOST_READ, async (ask) => {
    const field = context.contract.field("acknowledgedUntil");
    const isShown = (alert: unknown): boolean => (member(alert, field) ?? null) !== null;
    const list = { ...context, operation: context.contract.operation("listAlerts", context.version) };
    const acknowledgedNow = async () =>
      (listIn(jsonOf(await ask(callOf(list, { send: "again" })))) ?? []).filter(isShown);
    const untilOf = (alert: unknown): number => readDate(String(member(alert, field)));
    const acknowledged = (await acknowledgedNow()).toSorted((one, other) => untilOf(one) - untilOf(other));
    // The earliest and the latest: an invented moment is far from all others.
    const drawn = [...new Set([acknowledged[0], acknowledged.at(-1)])];
    if (acknowledged.length === 0) return nothingToAsk("no list shows an acknowledged alert");
    let compared = 0;
    for (const alert of drawn) {
      const alertId = member(alert, context.contract.field("id"));
      if (typeof alertId !== "string") continue;
      const read = await ask(callOf(context, { path: { alertId }, send: "again" }));
      if (!wasAccepted(read)) continue;
      compared += 1;
      if (isShown(recordIn(jsonOf(read)))) continue;
      const again = (await acknowledgedNow()).some((one) => member(one, context.contract.field("id")) === alertId);
      if (again) return broken(`${field} of alert ${alertId}, as the list shows it`, "an alert without it");
    }
    return compared > 0 ? upheld : inconclusive("no alert that the list shows as acknowledged can be read");
  });

function ownAndQuiet(alertConfigId: string, open: Exchange): Judgement {
  for (const record of listIn(jsonOf(open)) ?? []) {
    if (isQuiet(record, open.startedAt))
      return broken(
        "no acknowledged alert",
        `alert ${String(member(record, "id"))}, acknowledged until ${String(member(record, "acknowledgedUntil"))}`,
      );
    const owner = member(record, "alertConfigId");
    if (typeof owner === "string" && owner !== alertConfigId)
      return broken(`alerts of configuration ${alertConfigId}`, `an alert of ${owner}`);
  }
  return upheld;
}

/** The id of an open alert that was open before too and that both reads of its configuration's list omit. */
async function missingFrom(
  context: Context,
  ask: Ask,
  { alertConfigId, open, alerts }: OpenList & { readonly alerts: readonly unknown[] },
): Promise<string | undefined> {
  if (isWholePage(open)) return undefined;
  const alert = alerts.find(
    (one) =>
      isOpen(one) && member(one, "alertConfigId") === alertConfigId && !idsIn(open).includes(String(member(one, "id"))),
  );
  const id = member(alert, "id");
  if (typeof id !== "string" || context.contract.route("getAlert", context.version) === undefined) return undefined;
  const own = { ...context, operation: context.contract.operation("getAlert", context.version) };
  const again = await ask(callOf(context, { path: { alertConfigId }, send: "again" }));
  if (!wasAccepted(again) || idsIn(again).includes(id)) return undefined;
  // Another client may have acknowledged it in the meantime.
  const now = await ask(callOf(own, { path: { alertId: id }, send: "again" }));
  return isOpen(recordIn(jsonOf(now))) ? id : undefined;
}

/** The first difference between two lists, among the alerts that both show. */
function shownOtherwise(plain: Exchange, filtered: Exchange): string | undefined {
  const still = (exchange: Exchange) => (listIn(jsonOf(exchange)) ?? []).map(withoutMoving);
  const known = new Map(still(plain).map((alert) => [member(alert, "id"), alert]));
  for (const alert of still(filtered)) {
    const id = member(alert, "id");
    const other = known.get(id);
    if (typeof id === "string" && other !== undefined && !isDeepStrictEqual(alert, other))
      return `alert ${id}: ${difference(other, alert)}`;
  }
  return undefined;
}

const ofOneStatus = (context: Context, status: (typeof STATUSES)[number]): Case =>
  compares(context, `status=${status}`, [{}, { query: { status } }], (plain, exchange) => {
    // ALT-STATUS-ENUM judges a status outside the three.
    const other = statuses(jsonOf(exchange)).find((one) => one !== status && STATUSES.some((known) => known === one));
    if (other !== undefined) return broken(`only alerts of status ${status}`, `an alert of status ${String(other)}`);
    const another = shownOtherwise(plain, exchange);
    if (another !== undefined) return broken(`the alerts with status=${status} as without it`, another);
    // A page that is not full is the whole list. If the count is wrong without the filter too, another rule fails.
    const counts = (page: Exchange): boolean =>
      lengthOf(page) >= LIMITS.itemsPerPage.default || member(jsonOf(page), "totalCount") === lengthOf(page);
    return expects(
      !counts(plain) || counts(exchange),
      `totalCount ${lengthOf(exchange)}, as many as there are of status ${status}`,
      () => quoted(member(jsonOf(exchange), "totalCount")),
    );
  });

/**
 * The description does not say whether a target accepts the word in small letters; if it does, the word must mean the
 * same.
 */
const inSmallLetters = (context: Context, status: (typeof STATUSES)[number]): Case =>
  asks(`status=${status.toLowerCase()}, where that is taken`, 1, async (ask) => {
    const exchange = await ask(callOf(context, { query: { status: status.toLowerCase() }, due: "open" }));
    if (!wasAccepted(exchange)) return upheld;
    const other = statuses(jsonOf(exchange)).find((one) => one !== status && STATUSES.some((known) => known === one));
    return expects(
      other === undefined,
      `4xx, or only alerts of status ${status}`,
      () => `an alert of status ${String(other)}`,
    );
  });

/** The alerts of the whole list before and after, and those that the statuses select. */
interface Statuses {
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
  readonly filtered: ReadonlySet<unknown>;
}

const idOf = (record: unknown): unknown => member(record, "id");
const hasStatus = (record: unknown): boolean => STATUSES.some((status) => member(record, "status") === status);

/** Reads the list with each status; `undefined` if the pages of a list do not add up. */
async function readStatuses(context: Context, ask: Ask): Promise<Statuses | undefined> {
  const list = (query: Record<string, string>) => wholeList((page) => ask(callOf(context, page)), { query });
  const before = await list({});
  const filtered = new Set<unknown>();
  for (const status of STATUSES) {
    const part = await list({ status });
    if (part === undefined) return undefined;
    for (const record of part) filtered.add(idOf(record));
  }
  const after = await list({});
  return before && after && { before, after, filtered };
}

function judgeStatuses({ before, after, filtered }: Statuses): Judgement {
  const later = new Map(after.map((record) => [idOf(record), member(record, "status")]));
  const stays = (record: unknown): boolean => later.get(idOf(record)) === member(record, "status");
  const missed = before.find((record) => hasStatus(record) && stays(record) && !filtered.has(idOf(record)));
  if (missed) return broken("every alert under its status", `alert ${String(idOf(missed))} only without status`);
  const ids = new Set([...before, ...after].map(idOf));
  const more = [...filtered].find((id) => !ids.has(id));
  return expects(
    more === undefined,
    "every filtered alert in the whole list",
    `alert ${String(more)} only under its status`,
  );
}

/** How often the lists are read before one counts: alerts open, close and vanish meanwhile. */
const LOOKS = 3;

const ofAllStatuses = (context: Context): Case =>
  asks("all statuses together, and without status", 10, async (ask) => {
    const afresh: Ask = (call) => ask({ ...call, send: "again" });
    let judgement: Judgement = upheld;
    for (let look = 1; look <= LOOKS; look += 1) {
      const read = await readStatuses(context, look === 1 ? ask : afresh);
      if (read === undefined)
        return inconclusive("the pages of the lists do not add up, so nothing can be said about what they hold");
      judgement = judgeStatuses(read);
      // Each alert is missing from two of the three lists, so a single alert is enough.
      const isTelling = read.before.some(hasStatus);
      if (judgement.kind === "holds")
        return tells(judgement, isTelling, "there is no alert that a status could leave out");
    }
    return judgement;
  });

/** Every listed alert is open and belongs to the configuration, and the list misses no open alert. */
const openAlerts = (context: Context): Case =>
  asks("the open alerts of every configuration that has alerts", 12, async (ask) => {
    const read = await openLists(context, ask);
    if (read === undefined) return NO_LIST;
    for (const { alertConfigId, open } of read.lists) {
      if (!answered(open)) return broken("an answer", received(open));
      const judgement = ownAndQuiet(alertConfigId, open);
      if (judgement.kind !== "holds") return judgement;
      const missing = await missingFrom(context, ask, { alertConfigId, open, alerts: read.alerts });
      if (missing !== undefined)
        return broken(`alert ${missing}, which is OPEN and not acknowledged, in the list`, "a list without it");
    }
    return tells(
      upheld,
      read.withQuiet > 0 && read.owners > 1,
      "there are no alerts of two configurations, one of them acknowledged, so nothing could be left out",
    );
  });

const noClosedAlerts = (context: Context): Case =>
  asks(
    "no alert that is closed",
    7,
    async (ask) => {
      const read = await openLists(context, ask);
      if (read === undefined) return NO_LIST;
      const closed = read.lists
        .flatMap(({ open }) => listIn(jsonOf(open)) ?? [])
        .find((record) => member(record, "status") === "CLOSED");
      return expects(
        closed === undefined,
        "alerts that are triggered",
        () => `alert ${String(member(closed, "id"))}, which is CLOSED`,
      );
    },
    { level: "SHOULD" },
  );

/** The rules on members and lists of alerts; another file has the rules on acknowledgements. */
export const alerts: readonly Requirement[] = [
  watch({
    id: "ALT-FIELDS",
    level: "MUST",
    basis: "stated",
    text: "Members of alerts have the listed types.",
    section: RESOURCE,
    on: returnsAlert,
    examine: violatedInRecords(
      (violation) =>
        ofShape(violation) &&
        depthOf(violation) >= 1 &&
        violation.keyword !== "enum" &&
        !/^\/(results|totalCount)$/.test(violation.pointer) &&
        !isNoRecord(violation),
    ),
  }),
  watch({
    id: "ALT-STATUS-ENUM",
    level: "MUST",
    basis: "stated",
    text: "An alert's status is OPEN, TRACKING or CLOSED.",
    section: RESOURCE,
    on: returnsAlert,
    examine: violatedInRecords(({ keyword, pointer }) => keyword === "enum" && pointer.endsWith("/status")),
  }),
  probe({
    id: "ALT-ORG",
    level: "SHOULD",
    basis: "derived:D6",
    text: "orgId of an alert is the organization that its project belongs to.",
    section: RESOURCE,
    mock: "it shows examples",
    stage: "read",
    on: is("listAlerts"),
    cases: (context) => [
      asks("the organization of each alert", 1, async (ask) => {
        const { orgId } = context.world.fixtures;
        if (orgId === undefined) return nothingToAsk("the run does not know the project's organization");
        const listed = await ask(callOf(context));
        if (!wasAccepted(listed)) return inconclusive(`the list of alerts is answered ${received(listed)}`);
        const shown = (listIn(jsonOf(listed)) ?? []).flatMap((alert) => member(alert, "orgId") ?? []);
        if (shown.length === 0) return nothingToAsk("no alert in the list shows an orgId");
        const other = shown.find((id) => id !== orgId);
        return expects(other === undefined, `orgId ${orgId}`, () => `orgId ${quoted(other)}`);
      }),
    ],
  }),
  probe({
    id: "ALT-LIST-STATUS-FILTER",
    level: "MUST",
    basis: "stated",
    text: "The status query returns alerts of that status only; without it all alerts are returned.",
    section: OPERATIONS,
    mock: "it answers its example whatever the query says",
    stage: "read",
    on: is("listAlerts"),
    cases: (context) => [
      ...STATUSES.map((status) => ofOneStatus(context, status)),
      inSmallLetters(context, "OPEN"),
      inSmallLetters(context, "CLOSED"),
      ofAllStatuses(context),
    ],
  }),
  probe({
    id: "ALT-STATUS-QUERY",
    level: "MUST",
    basis: "derived:D1",
    text: "A status that is none of the three is refused.",
    section: OPERATIONS,
    stage: "refused-reads",
    on: is("listAlerts"),
    cases: (context) =>
      ["NOPE", "OPEN,CLOSED"].map((status) => refuses(context, `status=${status}`, { query: { status } })),
  }),
  observe({
    id: "ALT-STATUS-CASE",
    level: "UNSPECIFIED",
    text: "Whether the status query minds the case of letters, and what an empty one means, is not given.",
    section: OPERATIONS,
    on: is("listAlerts"),
    cases: (context) => ["open", ""].map((status) => notes(context, `status=${status}`, { query: { status } })),
  }),
  probe({
    id: "ALT-ACK-AGREES",
    level: "MUST",
    basis: "derived:D5",
    text: "An alert that the list shows as acknowledged is shown so when it is read.",
    section: RESOURCE,
    mock: "it answers its example whatever alert is asked for",
    needs: ON_PROJECT,
    stage: "read",
    on: is("getAlert"),
    cases: (context) => [acknowledgedInBoth(context)],
  }),
  probe({
    id: "ALT-OPEN-LIST",
    level: "MUST",
    basis: "stated",
    text: "The open alerts of a configuration are those of its own that are triggered and not acknowledged.",
    section: OPERATIONS,
    mock: "it answers its example for every configuration",
    needs: ON_PROJECT,
    stage: "read",
    on: is("listOpenAlertsOfConfig"),
    cases: (context) => [openAlerts(context), noClosedAlerts(context)],
  }),
];
