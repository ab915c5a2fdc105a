import { answered, type Exchange } from "@plumbline/client";
import { LIMITS } from "@plumbline/schemas";
import { preview, readDate } from "@plumbline/schemas/validate";
import { jsonOf, member, received, wasAccepted } from "../expect/answers.ts";
import { callOf, compares, notes, refuses } from "../expect/cases.ts";
import { tells } from "../expect/tells.ts";
import { broken, expects, holds, type Judgement, unable } from "../judgement.ts";
import type { Ask } from "../kernel/ask.ts";
import type { Story } from "../kernel/story.ts";
import { listIn, recordIn } from "../oracles/envelope.ts";
import { idsIn, lengthOf } from "../oracles/same.ts";
import { depthOf, ofShape, violatedInRecords } from "../oracles/violated.ts";
import { wholeList } from "../oracles/whole-list.ts";
import { type Context, probe, type Requirement, type StoryRequirement, silent, story, watch } from "../requirement.ts";
import { is } from "./subjects.ts";

const RESOURCE = "Resources and their fields > Alert";
const STATES = "States and transitions";
const OPERATIONS = "Endpoints > Alerts (may change; under revision)";
const NO_STATE = "it keeps nothing of what it is sent";
const returnsAlert = is("listOpenAlertsOfConfig", "listAlerts", "getAlert", "acknowledgeAlert");
const STATUSES = ["OPEN", "TRACKING", "CLOSED"] as const;

const statuses = (json: unknown): unknown[] => (listIn(json) ?? []).map((record) => member(record, "status"));

/** The alert that the stories work on; it is put back as it was when the story ends. */
export function borrowAlert(told: Story): { id: string; path: { path: { alertId: string } } } {
  const id = told.world.fixtures.alertId;
  if (id === undefined) return told.cannot("no alert is known: state fixtures.alertId in the target file");
  return { id, path: { path: { alertId: id } } };
}

export const inAnHour = (): string => new Date(Math.floor(Date.now() / 1_000) * 1_000 + 3_600_000).toISOString();

/** The alert's acknowledgedUntil as a read shows it; NaN for none. Read again until it is as expected, for a while. */
async function untilOf(
  told: Story,
  path: { path: { alertId: string } },
  expected: (until: number) => boolean,
): Promise<number> {
  return told.settles(async () => {
    const read = recordIn((await told.prepares("getAlert", path, "reading the alert back")).json);
    const until = member(read, "acknowledgedUntil");
    return typeof until === "string" ? readDate(until) : Number.NaN;
  }, expected);
}

const isQuiet = (alert: unknown, since = Date.now()): boolean =>
  readDate(String(member(alert, "acknowledgedUntil"))) > since;
const isOpen = (alert: unknown): boolean => member(alert, "status") === "OPEN" && !isQuiet(alert);
/** A page that is full may have another behind it. */
const isWholePage = (page: Exchange): boolean => lengthOf(page) >= LIMITS.itemsPerPage.default;

const NO_LIST = unable("the list of alerts is not to be had, or its pages do not add up");

/** So many configurations are looked at. */
const MOST_OWNERS = 5;

interface OpenList {
  readonly alertConfigId: string;
  readonly open: Exchange;
}

/** The open alerts of configurations that have alerts: first those of which some are to be left out, and some not. */
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
  const told = (id: string): number => kinds.filter((kind) => kind.has(id)).length;
  const owners = [...ownersOf(alerts)].sort((a, b) => told(b) - told(a));
  // One of each kind before the second of any.
  const first = kinds.flatMap((kind) => owners.filter((id) => kind.has(id)).slice(0, 1));
  const lists: OpenList[] = [];
  for (const alertConfigId of [...new Set([...first, ...owners])].slice(0, MOST_OWNERS)) {
    const open = await ask(callOf(context, { path: { alertConfigId } }));
    // A configuration may have been deleted and have left its alerts.
    if (!answered(open) || wasAccepted(open)) lists.push({ alertConfigId, open });
  }
  return { alerts, lists, owners: owners.length, withQuiet: withQuiet.size };
}

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
  return holds;
}

/** An alert that is open, was so before, and is not in the list of its configuration, however often one looks. */
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
  const again = await ask(callOf(context, { path: { alertConfigId }, again: true }));
  if (!wasAccepted(again) || idsIn(again).includes(id)) return undefined;
  // Somebody may have acknowledged it since.
  const now = await ask(callOf(own, { path: { alertId: id }, again: true }));
  return isOpen(recordIn(jsonOf(now))) ? id : undefined;
}

type Told = Omit<StoryRequirement, "kind" | "stage" | "risk" | "level" | "basis" | "section"> &
  Partial<Pick<StoryRequirement, "level" | "basis" | "section" | "stage">>;
const rule = (told: Told): Requirement =>
  story({
    level: "MUST",
    basis: "stated",
    section: STATES,
    stage: "state",
    risk: "update",
    mock: NO_STATE,
    lane: "alert",
    needs: [{ kind: "fixture", name: "alertId" }],
    ...told,
  });

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
        !/^\/(results|totalCount)$/.test(violation.pointer),
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
    id: "ALT-LIST-STATUS-FILTER",
    level: "MUST",
    basis: "stated",
    text: "The status query returns alerts of that status only; without it all alerts are returned.",
    section: OPERATIONS,
    mock: "it answers its example whatever the query says",
    stage: "read",
    on: is("listAlerts"),
    cases: (context) => [
      ...STATUSES.map((status) =>
        compares(context, `status=${status}`, [{}, { query: { status } }], (plain, exchange) => {
          // A status outside the three is the business of ALT-STATUS-ENUM.
          const other = statuses(jsonOf(exchange)).find(
            (one) => one !== status && STATUSES.some((known) => known === one),
          );
          if (other !== undefined)
            return broken(`only alerts of status ${status}`, `an alert of status ${String(other)}`);
          // A page that is not full is the whole list. One that counts wrongly without the filter breaks another rule.
          const counts = (page: Exchange): boolean =>
            lengthOf(page) >= LIMITS.itemsPerPage.default || member(jsonOf(page), "totalCount") === lengthOf(page);
          return expects(
            !counts(plain) || counts(exchange),
            `totalCount ${lengthOf(exchange)}, as many as there are of status ${status}`,
            () => preview(member(jsonOf(exchange), "totalCount")),
          );
        }),
      ),
      {
        name: "all statuses together, and without status",
        requests: 8,
        ask: async (ask) => {
          const list = (query: Record<string, string>) => wholeList((page) => ask(callOf(context, page)), { query });
          const whole = await list({});
          const parts = [
            await list({ status: "OPEN" }),
            await list({ status: "TRACKING" }),
            await list({ status: "CLOSED" }),
          ];
          if (whole === undefined || parts.includes(undefined))
            return unable("the pages of the lists do not add up, so nothing can be said about what they hold");
          const filtered = new Set(parts.flatMap((part) => part ?? []).map((record) => member(record, "id")));
          const known = whole.filter((record) => STATUSES.some((status) => member(record, "status") === status));
          const missed = known.find((record) => !filtered.has(member(record, "id")));
          if (missed)
            return broken("every alert under its status", `alert ${String(member(missed, "id"))} only without status`);
          const ids = new Set(whole.map((record) => member(record, "id")));
          const more = [...filtered].find((id) => !ids.has(id));
          const judgement = expects(
            more === undefined,
            "every filtered alert in the whole list",
            `alert ${String(more)} only under its status`,
          );
          // One alert is left out of two of the three lists already.
          return tells(judgement, known.length > 0, "there is no alert that a status could leave out");
        },
      },
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
  silent({
    id: "ALT-STATUS-CASE",
    level: "UNSPECIFIED",
    text: "Whether the status query minds the case of letters, and what an empty one means, is not given.",
    section: OPERATIONS,
    on: is("listAlerts"),
    cases: (context) => ["open", ""].map((status) => notes(context, `status=${status}`, { query: { status } })),
  }),
  probe({
    id: "ALT-OPEN-LIST",
    level: "MUST",
    basis: "stated",
    text: "The open alerts of a configuration are those of its own that are triggered and not acknowledged.",
    section: OPERATIONS,
    mock: "it answers its example for every configuration",
    needs: [{ kind: "fixture", name: "groupId" }],
    stage: "read",
    on: is("listOpenAlertsOfConfig"),
    cases: (context) => [
      {
        name: "the open alerts of every configuration that has alerts",
        requests: 12,
        ask: async (ask) => {
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
            holds,
            read.withQuiet > 0 && read.owners > 1,
            "there are no alerts of two configurations, one of them acknowledged, so nothing could be left out",
          );
        },
      },
      {
        name: "no alert that is closed",
        level: "SHOULD",
        requests: 7,
        ask: async (ask) => {
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
      },
    ],
  }),
  rule({
    id: "ALT-ACK",
    text: "Acknowledging an alert until a moment makes that moment its acknowledgedUntil, and present from then on.",
    on: is("acknowledgeAlert"),
    requests: 4,
    tell: async (told) => {
      const { path } = borrowAlert(told);
      const acknowledgedUntil = inAnHour();
      const answer = await told.does(
        "acknowledgeAlert",
        { ...path, body: { acknowledgedUntil } },
        "acknowledging for an hour",
      );
      const echoed = member(recordIn(answer.json), "acknowledgedUntil");
      if (echoed !== undefined && Number.isNaN(readDate(String(echoed))))
        return told.cannot("acknowledgedUntil is no date that can be read");
      told.must(
        typeof echoed === "string" && readDate(echoed) === Date.parse(acknowledgedUntil),
        `acknowledgedUntil ${acknowledgedUntil} in the answer`,
        String(echoed),
      );
      const until = await untilOf(told, path, (shown) => shown === Date.parse(acknowledgedUntil));
      return expects(
        until === Date.parse(acknowledgedUntil),
        `acknowledgedUntil ${acknowledgedUntil} when read back`,
        Number.isNaN(until) ? "none" : new Date(until).toISOString(),
      );
    },
  }),
  rule({
    id: "ALT-UNACK",
    early: true,
    text: "Sending neither field takes the acknowledgement back.",
    on: is("acknowledgeAlert"),
    requests: 5,
    tell: async (told) => {
      const { path } = borrowAlert(told);
      await told.does(
        "acknowledgeAlert",
        { ...path, body: { acknowledgedUntil: inAnHour() } },
        "acknowledging for an hour",
      );
      await told.does("acknowledgeAlert", { ...path, body: {} }, "sending neither field");
      const until = await untilOf(told, path, (shown) => !(shown > Date.now()));
      return expects(
        !(until > Date.now()),
        "no acknowledgement that still runs",
        Number.isNaN(until) ? "none" : `acknowledged until ${new Date(until).toISOString()}`,
      );
    },
  }),
  rule({
    id: "ALT-ACK-LEAVES-OPEN-LIST",
    text: "An acknowledged alert is not among the open alerts of its configuration, and is again when the acknowledgement is taken back.",
    section: OPERATIONS,
    on: is("acknowledgeAlert"),
    requests: 10,
    tell: async (told) => {
      const { id, path } = borrowAlert(told);
      const read = async () => recordIn((await told.prepares("getAlert", path, "reading the alert")).json);
      // Another story may have acknowledged it a moment ago.
      await told.prepares("acknowledgeAlert", { ...path, body: {} }, "sending neither field");
      const alert = await told.settles(read, (shown) => !isQuiet(shown));
      const alertConfigId = member(alert, "alertConfigId");
      if (typeof alertConfigId !== "string") return told.cannot("the alert names no configuration");
      const list = { path: { alertConfigId }, query: { itemsPerPage: "500" } };
      const comesToBe = (there: boolean) =>
        told.settles(
          () => told.ask("listOpenAlertsOfConfig", list),
          (open) => idsIn(open).includes(id) === there,
        );
      const acknowledges = () =>
        told.does(
          "acknowledgeAlert",
          { ...path, body: { acknowledgedUntil: inAnHour() } },
          "acknowledging for an hour",
        );
      const before = await comesToBe(isOpen(alert));
      if (!wasAccepted(before))
        return told.cannot(`the open alerts of its configuration are not to be had (${received(before)})`);
      const wasThere = idsIn(before).includes(id);
      if (isOpen(alert) && !wasThere && !isWholePage(before) && isOpen(await read()))
        return broken(`alert ${id}, which is OPEN and not acknowledged, in the list`, "a list without it");
      await acknowledges();
      const quiet = await comesToBe(false);
      told.must(!idsIn(quiet).includes(id), `a list without alert ${id}`, "the acknowledged alert in the list");
      if (!wasThere)
        return told.cannot(
          "the alert was not among the open ones before: state fixtures.alertId with one that is OPEN",
        );
      await told.does("acknowledgeAlert", { ...path, body: {} }, "sending neither field");
      const after = await comesToBe(true);
      // It may have come to its end meanwhile.
      return idsIn(after).includes(id) || !isOpen(await read())
        ? holds
        : broken(`alert ${id} in the list again, as it is acknowledged no more`, "a list without it");
    },
  }),
  rule({
    id: "ALT-COMMENT-MAX",
    text: "An acknowledgementComment has at most 200 characters; 200 are taken and kept.",
    section: "Limits",
    on: is("acknowledgeAlert"),
    requests: 7,
    tell: async (told) => {
      const { path } = borrowAlert(told);
      const say = (acknowledgementComment: unknown) => ({
        ...path,
        body: { acknowledgedUntil: inAnHour(), acknowledgementComment },
      });
      for (const [what, comment] of [
        ["200 letters", "x".repeat(200)],
        ["200 accented letters", "\u00e9".repeat(200)],
      ] as const) {
        const answer = await told.does("acknowledgeAlert", say(comment), `a comment of ${what}`);
        const kept = member(recordIn(answer.json), "acknowledgementComment");
        told.must(
          kept === undefined || kept === null || kept === comment,
          `the comment of ${what} as sent`,
          JSON.stringify(kept)?.slice(0, 80) ?? "nothing",
        );
      }
      for (const [what, comment] of [
        ["201 characters", "x".repeat(201)],
        ["a list instead of text", ["x"]],
      ] as const) {
        const exchange = await told.ask("acknowledgeAlert", { ...say(comment), invalid: true });
        told.must(
          answered(exchange) && exchange.response.status >= 400 && exchange.response.status < 500,
          `4xx: a comment of ${what} must not be taken`,
          received(exchange),
        );
      }
      return holds;
    },
  }),
  rule({
    id: "ALT-COMMENT-ASTRAL",
    level: "SHOULD",
    basis: "derived:D1",
    text: "The limit of 200 counts characters, not the units of an encoding: 200 outside the basic plane are taken.",
    section: "Limits",
    on: is("acknowledgeAlert"),
    requests: 3,
    tell: async (told) => {
      const { path } = borrowAlert(told);
      const acknowledgementComment = "\u{1F600}".repeat(200);
      await told.does(
        "acknowledgeAlert",
        { ...path, body: { acknowledgedUntil: inAnHour(), acknowledgementComment } },
        "a comment of 200 characters outside the basic plane",
      );
      return holds;
    },
  }),
  rule({
    id: "ALT-ACK-UNTIL-FORMAT",
    basis: "derived:D1",
    text: "acknowledgedUntil is a date-time: other text is refused.",
    section: RESOURCE,
    on: is("acknowledgeAlert"),
    stage: "refused-writes",
    requests: 4,
    tell: async (told) => {
      const { path } = borrowAlert(told);
      await told.does(
        "acknowledgeAlert",
        { ...path, body: { acknowledgedUntil: inAnHour() } },
        "the same request without the fault",
      );
      const exchange = await told.ask("acknowledgeAlert", {
        ...path,
        body: { acknowledgedUntil: "tomorrow" },
        invalid: true,
      });
      return expects(
        answered(exchange) && exchange.response.status >= 400 && exchange.response.status < 500,
        '4xx: acknowledgedUntil "tomorrow" must not be taken',
        received(exchange),
      );
    },
  }),
];
