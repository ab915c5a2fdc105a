import { type Answer, type Exchange, headerValue } from "@plumbline/client";
import { readDate } from "@plumbline/schemas/validate";
import { jsonOf, received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { type Fields, member } from "../../ground/json.ts";
import { broken, expects, type Judgement, mild, upheld } from "../../ground/judgement.ts";
import { ONE_LARGE_PAGE } from "../../ground/largest-page.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";
import { listIn, recordIn } from "../../oracles/envelope.ts";
import { idsIn } from "../../oracles/same.ts";
import { fixture } from "../../rule/need.ts";
import { type Requirement, type StoryRequirement, story } from "../../rule/requirement.ts";
import { NO_STATE } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";
import { borrowAlert, inAnHour, isOpen, isQuiet, isWholePage } from "./alert-steps.ts";
import { keepsMoments } from "./moments.ts";

const RESOURCE = "Resources and their fields > Alert";
const STATES = "States and transitions";
const OPERATIONS = "Endpoints > Alerts (may change; under revision)";

/**
 * The alert's acknowledgedUntil in a read; NaN if it has none. Repeats the read for a while until the value is as
 * expected.
 */
async function untilOf(
  story: Story,
  path: { path: { alertId: string } },
  expected: (until: number) => boolean,
): Promise<number> {
  return story.eventually(async () => {
    const read = recordIn((await story.prepares("getAlert", path, "reading the alert back")).json);
    const until = member(read, "acknowledgedUntil");
    return typeof until === "string" ? readDate(until) : Number.NaN;
  }, expected);
}

/** Sends the story's alert an acknowledgement that the target must accept. */
const acknowledges = (
  story: Story,
  body: Fields = { acknowledgedUntil: inAnHour() },
  what = "acknowledging for an hour",
): Promise<Answer> => story.does("acknowledgeAlert", { ...borrowAlert(story).path, body }, what);

/** Sends the story's alert an acknowledgement that the target must refuse. */
async function takesNot(story: Story, body: Fields, what: string): Promise<Judgement> {
  const exchange = await story.ask("acknowledgeAlert", { ...borrowAlert(story).path, body, due: "refusal" });
  return expects(wasRefused(exchange), `4xx: ${what} must not be taken`, () => received(exchange));
}

/** An acknowledgement for an hour with a comment. */
const saying = (acknowledgementComment: unknown): Fields => ({ acknowledgedUntil: inAnHour(), acknowledgementComment });

type Particulars = Omit<StoryRequirement, "kind" | "stage" | "risk" | "level" | "basis" | "section"> &
  Partial<Pick<StoryRequirement, "level" | "basis" | "section" | "stage">>;
const rule = (particulars: Particulars): Requirement =>
  story({
    level: "MUST",
    basis: "stated",
    section: STATES,
    stage: "state",
    risk: "update",
    mock: NO_STATE,
    lane: "alert",
    needs: [fixture("alertId")],
    ...particulars,
  });

async function acknowledgesForAnHour(story: Story): Promise<Judgement> {
  const { path } = borrowAlert(story);
  const acknowledgedUntil = inAnHour();
  const answer = await acknowledges(story, { acknowledgedUntil });
  const echoed = member(recordIn(answer.json), "acknowledgedUntil");
  if (echoed !== undefined && Number.isNaN(readDate(String(echoed))))
    return story.cannot("acknowledgedUntil is no date that can be read");
  story.must(
    typeof echoed === "string" && readDate(echoed) === Date.parse(acknowledgedUntil),
    `acknowledgedUntil ${acknowledgedUntil} in the answer`,
    String(echoed),
  );
  const until = await untilOf(story, path, (shown) => shown === Date.parse(acknowledgedUntil));
  story.must(
    until === Date.parse(acknowledgedUntil),
    `acknowledgedUntil ${acknowledgedUntil} when read back`,
    Number.isNaN(until) ? "none" : new Date(until).toISOString(),
  );
  return outlivesComment(story, until);
}

/** Sends a comment alone: only a request with neither field takes an acknowledgement back. */
async function outlivesComment(story: Story, acknowledged: number): Promise<Judgement> {
  const { path } = borrowAlert(story);
  const body = { acknowledgementComment: "plumbline: a comment alone" };
  if (!wasAccepted(await story.ask("acknowledgeAlert", { ...path, body }))) return upheld;
  const until = await untilOf(story, path, (shown) => shown === acknowledged);
  // What else a comment alone does is not described.
  return mild(
    expects(!Number.isNaN(until), "an acknowledgement, as a comment alone does not take it back", () => "none"),
  );
}

/**
 * The length of the acknowledgement whose end the story awaits, in milliseconds. Dates in header fields are whole
 * seconds.
 */
const BRIEFLY = 2_000;

/**
 * Acknowledges the alert and withdraws that; then acknowledges it again and waits for the end. Looks at the open alerts
 * of its configuration before and after each step.
 */
async function leavesOpenList(story: Story): Promise<Judgement> {
  const { id, path } = borrowAlert(story);
  const read = async () => recordIn((await story.prepares("getAlert", path, "reading the alert")).json);
  // Another story may have acknowledged the alert before.
  await story.prepares("acknowledgeAlert", { ...path, body: {} }, "sending neither field");
  const alert = await story.eventually(read, (shown) => !isQuiet(shown));
  const alertConfigId = member(alert, "alertConfigId");
  if (typeof alertConfigId !== "string") return story.cannot("the alert names no configuration");
  const list = { path: { alertConfigId }, query: ONE_LARGE_PAGE };
  const eventuallyIs = (there: boolean) =>
    story.eventually(
      () => story.ask("listOpenAlertsOfConfig", list),
      (open) => idsIn(open).includes(id) === there,
    );
  const before = await eventuallyIs(isOpen(alert));
  if (!wasAccepted(before))
    return story.cannot(`the open alerts of its configuration are not to be had (${received(before)})`);
  const wasThere = idsIn(before).includes(id);
  if (isOpen(alert) && !wasThere && !isWholePage(before) && isOpen(await read()))
    return broken(`alert ${id}, which is OPEN and not acknowledged, in the list`, "a list without it");
  await acknowledges(story);
  const quiet = await eventuallyIs(false);
  story.must(!idsIn(quiet).includes(id), `a list without alert ${id}`, "the acknowledged alert in the list");
  if (!wasThere)
    return story.cannot("the alert was not among the open ones before: state fixtures.alertId with one that is OPEN");
  await leavesWithAnother(story, { first: id, alertConfigId, quiet, list });
  /** `since` is the moment at which no acknowledgement lasts any more, in milliseconds since the epoch. */
  const comesBack = async (why: string, since?: number): Promise<Judgement> => {
    const after = await eventuallyIs(true);
    // The alert may no longer be open.
    return idsIn(after).includes(id) || !isOpen(await read(), since)
      ? upheld
      : broken(`alert ${id} in the list again, as ${why}`, "a list without it");
  };
  const answer = await acknowledges(story, {}, "sending neither field");
  story.requires(await comesBack("it is acknowledged no more"));
  const now = Date.parse(headerValue(answer.headers, "date") ?? "");
  // Without a Date header the target's clock is unknown, so the story cannot say when the acknowledgement would end.
  if (Number.isNaN(now)) return upheld;
  const acknowledgedUntil = new Date(now + BRIEFLY).toISOString();
  await acknowledges(story, { acknowledgedUntil }, "acknowledging for a moment");
  await story.pass(BRIEFLY);
  // The target's clock decides, and it may be ahead of this one.
  const since = Date.parse(acknowledgedUntil);
  const late = await comesBack(`it was acknowledged until ${acknowledgedUntil}`, since);
  if (late.kind !== "broken") return late;
  // The description does not say how soon after that the alert must reappear, so it has a minute.
  const last = await story.untilOver(
    () => story.ask("listOpenAlertsOfConfig", list),
    (open) => idsIn(open).includes(id),
  );
  return idsIn(last).includes(id) || !isOpen(await read(), since) ? mild(late) : late;
}

interface TwoAlerts {
  readonly first: string;
  readonly alertConfigId: string;
  /** The open alerts of that configuration while the first one is acknowledged. */
  readonly quiet: Exchange;
  readonly list: Step;
}

/** While one alert is acknowledged, acknowledges another one of its configuration: the list must have neither. */
async function leavesWithAnother(story: Story, { first, alertConfigId, quiet, list }: TwoAlerts): Promise<void> {
  // An acknowledgement that has ended would be lost with the next one.
  const isFree = (one: unknown): boolean => (member(one, "acknowledgedUntil") ?? undefined) === undefined;
  const other = (listIn(jsonOf(quiet)) ?? []).find(
    (one) => member(one, "alertConfigId") === alertConfigId && isFree(one),
  );
  const alertId = member(other, "id");
  if (typeof alertId !== "string") return;
  const path = { alertId };
  const acknowledged = await story.ask("acknowledgeAlert", { path, body: { acknowledgedUntil: inAnHour() } });
  if (!wasAccepted(acknowledged)) return;
  const both = await story.eventually(
    () => story.ask("listOpenAlertsOfConfig", list),
    (open) => [first, alertId].every((id) => !idsIn(open).includes(id)),
  );
  await story.ask("acknowledgeAlert", { path, body: {} });
  const still = [first, alertId].filter((id) => idsIn(both).includes(id));
  story.must(
    still.length === 0,
    "a list without the two alerts that are acknowledged",
    `alert ${still.join(" and ")} in the list`,
  );
}

/** Sends comments on both sides of the limit, and one that is no text. */
async function limitsComments(story: Story): Promise<Judgement> {
  for (const [what, comment] of Object.entries({
    "200 letters": "x".repeat(200),
    "200 accented letters": "\u00e9".repeat(200),
  })) {
    const answer = await acknowledges(story, saying(comment), `a comment of ${what}`);
    const kept = member(recordIn(answer.json), "acknowledgementComment");
    story.must(
      kept === undefined || kept === null || kept === comment,
      `the comment of ${what} as sent`,
      quoted(kept, 80),
    );
  }
  for (const [what, comment] of Object.entries({
    "201 characters": "x".repeat(201),
    "a list instead of text": ["x"],
  }))
    story.requires(await takesNot(story, saying(comment), `a comment of ${what}`));
  return upheld;
}

/** The rules on acknowledging an alert: its effects and the accepted bodies. */
export const acknowledgements: readonly Requirement[] = [
  rule({
    id: "ALT-ACK",
    text: "An alert that is acknowledged until a moment shows that moment as acknowledgedUntil from then on.",
    on: is("acknowledgeAlert"),
    requests: 6,
    tell: acknowledgesForAnHour,
  }),
  rule({
    id: "ALT-UNACK",
    early: true,
    text: "Sending neither field takes the acknowledgement back.",
    on: is("acknowledgeAlert"),
    requests: 6,
    tell: async (story) => {
      const { path } = borrowAlert(story);
      // In version 2 with a comment, which must disappear together with the acknowledgement.
      const body = saying("plumbline: taken back");
      const isSaid =
        story.subject.version === "2" && wasAccepted(await story.ask("acknowledgeAlert", { ...path, body }));
      if (!isSaid) await acknowledges(story);
      await acknowledges(story, {}, "sending neither field");
      const until = await untilOf(story, path, (shown) => !(shown > Date.now()));
      return expects(
        !(until > Date.now()),
        "no acknowledgement that still runs",
        Number.isNaN(until) ? "none" : `acknowledged until ${new Date(until).toISOString()}`,
      );
    },
  }),
  rule({
    id: "ALT-ACK-LEAVES-OPEN-LIST",
    text: "An acknowledged alert leaves the open alerts of its configuration, and returns to them when the acknowledgement is taken back or over.",
    section: OPERATIONS,
    on: is("acknowledgeAlert"),
    requests: 17,
    tell: leavesOpenList,
  }),
  rule({
    id: "ALT-COMMENT-MAX",
    text: "An acknowledgementComment has at most 200 characters; 200 are taken and kept.",
    section: "Limits",
    on: is("acknowledgeAlert"),
    requests: 7,
    tell: limitsComments,
  }),
  rule({
    id: "ALT-COMMENT-ASTRAL",
    level: "SHOULD",
    basis: "derived:D1",
    text: "The limit of 200 counts characters, not the units of an encoding: 200 outside the basic plane are taken.",
    section: "Limits",
    on: is("acknowledgeAlert"),
    requests: 3,
    tell: async (story) => {
      const comment = "\u{1F600}".repeat(200);
      await acknowledges(story, saying(comment), "a comment of 200 characters outside the basic plane");
      return upheld;
    },
  }),
  rule({
    id: "ALT-ACK-MOMENT",
    basis: "derived:D6",
    text: "An acknowledged alert shows the moment that was sent, in UTC, whichever form of ISO 8601 the request used.",
    section: RESOURCE,
    on: is("acknowledgeAlert"),
    requests: 30,
    tell: keepsMoments,
  }),
  rule({
    id: "ALT-ACK-UNTIL-FORMAT",
    basis: "derived:D1",
    text: "acknowledgedUntil is a date-time: other text is refused.",
    section: RESOURCE,
    on: is("acknowledgeAlert"),
    stage: "refused-writes",
    requests: 4,
    tell: async (story) => {
      await acknowledges(story, { acknowledgedUntil: inAnHour() }, "the same request without the fault");
      return takesNot(story, { acknowledgedUntil: "tomorrow" }, 'acknowledgedUntil "tomorrow"');
    },
  }),
];
