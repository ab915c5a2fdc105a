import { answered, type Exchange } from "@plumbline/client";
import { LIMITS } from "@plumbline/schemas";
import { preview, readDate } from "@plumbline/schemas/validate";
import { jsonOf, member, received, wasAccepted } from "../expect/answers.ts";
import { callOf, compares, notes, refuses } from "../expect/cases.ts";
import { tells } from "../expect/tells.ts";
import { broken, expects, holds, unable } from "../judgement.ts";
import type { Story } from "../kernel/story.ts";
import { listIn, recordIn } from "../oracles/envelope.ts";
import { idsIn, lengthOf } from "../oracles/same.ts";
import { depthOf, ofShape, violated } from "../oracles/violated.ts";
import { wholeList } from "../oracles/whole-list.ts";
import { probe, type Requirement, type StoryRequirement, silent, story, watch } from "../requirement.ts";
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
    examine: violated(
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
    examine: violated(({ keyword, pointer }) => keyword === "enum" && pointer.endsWith("/status")),
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
    cases: (context) => [refuses(context, "status=NOPE", { query: { status: "NOPE" } })],
  }),
  silent({
    id: "ALT-STATUS-CASE",
    level: "UNSPECIFIED",
    text: "Whether the status query minds the case of letters is not given.",
    section: OPERATIONS,
    on: is("listAlerts"),
    cases: (context) => [notes(context, "status=open", { query: { status: "open" } })],
  }),
  probe({
    id: "ALT-OPEN-LIST",
    level: "MUST",
    basis: "stated",
    text: "The open alerts of a configuration are its own and are not acknowledged.",
    section: OPERATIONS,
    mock: "it answers its example for every configuration",
    needs: [{ kind: "fixture", name: "groupId" }],
    stage: "read",
    on: is("listOpenAlertsOfConfig"),
    cases: (context) => [
      {
        name: "the open alerts of every configuration that has alerts",
        requests: 8,
        ask: async (ask) => {
          const listAlerts = { ...context, operation: context.contract.operation("listAlerts", context.version) };
          const list = await wholeList((page) => ask(callOf(listAlerts, page)));
          if (list === undefined) return unable("the list of alerts is not to be had, or its pages do not add up");
          const ids = list.map((record) => member(record, "alertConfigId")).filter((id) => typeof id === "string");
          // Those of which there is something to leave out come first.
          const since = Date.now();
          const isQuiet = (record: unknown): boolean => readDate(String(member(record, "acknowledgedUntil"))) > since;
          const withQuiet = new Set(list.filter(isQuiet).map((record) => member(record, "alertConfigId")));
          const owners = [...new Set(ids)].sort((a, b) => Number(withQuiet.has(b)) - Number(withQuiet.has(a)));
          for (const alertConfigId of owners.slice(0, 5)) {
            const open = await ask(callOf(context, { path: { alertConfigId } }));
            if (!answered(open)) return broken("an answer", received(open));
            // A configuration may have been deleted and have left its alerts.
            if (!wasAccepted(open)) continue;
            for (const record of listIn(jsonOf(open)) ?? []) {
              const until = member(record, "acknowledgedUntil");
              if (typeof until === "string" && readDate(until) > open.startedAt)
                return broken(
                  "no acknowledged alert",
                  `alert ${String(member(record, "id"))}, acknowledged until ${until}`,
                );
              const owner = member(record, "alertConfigId");
              if (typeof owner === "string" && owner !== alertConfigId)
                return broken(`alerts of configuration ${alertConfigId}`, `an alert of ${owner}`);
            }
          }
          return tells(
            holds,
            withQuiet.size > 0 && owners.length > 1,
            "there are no alerts of two configurations, one of them acknowledged, so nothing could be left out",
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
    text: "An acknowledged alert is not among the open alerts of its configuration.",
    section: OPERATIONS,
    on: is("acknowledgeAlert"),
    requests: 5,
    tell: async (told) => {
      const { id, path } = borrowAlert(told);
      await told.does(
        "acknowledgeAlert",
        { ...path, body: { acknowledgedUntil: inAnHour() } },
        "acknowledging for an hour",
      );
      const alert = recordIn((await told.prepares("getAlert", path, "reading the alert")).json);
      const alertConfigId = member(alert, "alertConfigId");
      if (typeof alertConfigId !== "string") return told.cannot("the alert names no configuration");
      const open = await told.settles(
        () => told.ask("listOpenAlertsOfConfig", { path: { alertConfigId }, query: { itemsPerPage: "500" } }),
        (list) => !idsIn(list).includes(id),
      );
      if (!wasAccepted(open))
        return told.cannot(`the open alerts of its configuration are not to be had (${received(open)})`);
      return expects(!idsIn(open).includes(id), `a list without alert ${id}`, "the acknowledged alert in the list");
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
