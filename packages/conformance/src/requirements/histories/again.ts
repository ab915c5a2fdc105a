import { readDate } from "@plumbline/schemas/validate";
import { jsonOf, received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import type { Path } from "../../ground/fields.ts";
import { member } from "../../ground/json.ts";
import { broken, type Judgement, mild, notApplicable, upheld } from "../../ground/judgement.ts";
import { ONE_LARGE_PAGE } from "../../ground/largest-page.ts";
import { freshName } from "../../ground/mark.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Story } from "../../kernel/story.ts";
import { listIn, recordIn } from "../../oracles/envelope.ts";
import { borrowAlert, inAnHour } from "../alerts/alert-steps.ts";
import { nextLeapDay } from "../shared/next-leap-day.ts";
import { keeps } from "../shared/round-trip.ts";
import { type Life, lifeIn, making } from "./lives.ts";

/** Makes a record, removes it and makes another in its place, which must show nothing of the first. */
export async function madeAgain(story: Story): Promise<Judgement> {
  const life = await lifeIn(story);
  const name = freshName();
  const body = await life.body(story, name, 0);
  const { json } = await story.prepares(life.create, { body }, "making the first record");
  const id = member(story.addresses.recordIn(life.create, json), story.contract.field(life.id));
  const path: Path = { [life.parameter]: story.ownId(typeof id === "string" ? id : undefined, "the first record") };
  const version = story.addresses.servedIn(life.remove).at(-1) ?? story.subject.version;
  await story.prepares(life.remove, { path, version }, "removing it");
  const gone = await story.untilOver(() => story.ask(life.read, { path }), wasRefused);
  if (!wasRefused(gone)) return story.cannot("the first record is there still, so none is made in its place");
  const second = making(story, life, await life.body(story, name, 1));
  // The description does not say for every kind whether a name can be used again.
  const judgement = await keeps(story, { ...second, optional: true });
  if (judgement.kind === "holds") return leavesNothing(story, life, path);
  // If a record with a new name has the same error, other rules report it.
  const alone = await keeps(story, making(story, life, await life.body(story, freshName(), 1)));
  return alone.kind === "broken" ? notApplicable("a record alone is not shown as it was sent either") : judgement;
}

/** No write may accept the removed record, and no later read may show it. */
async function leavesNothing(
  story: Story,
  { create, read, update, writes, body }: Life,
  path: Path,
): Promise<Judgement> {
  const own = update === undefined ? [] : [{ operation: update, body: await body(story, freshName(), 0) }];
  let taken: Judgement = upheld;
  for (const { operation, body: sent } of [...own, ...writes]) {
    const exchange = await story.ask(operation, { path, body: sent, due: "refusal" });
    if (wasAccepted(exchange))
      taken = mild(broken(`4xx for ${operation} of what ${create} made and was removed`, received(exchange)));
  }
  for (const version of story.addresses.servedIn(read)) {
    const exchange = await story.ask(read, { path, version });
    if (wasAccepted(exchange)) return broken("no record by the id of the removed one", received(exchange));
  }
  return taken;
}

const STATUSES = ["OPEN", "TRACKING", "CLOSED"] as const;

/**
 * For each status, acknowledges an alert, withdraws that and acknowledges it again: the description allows that in any
 * status.
 */
export async function acknowledgedAgain(story: Story): Promise<Judgement> {
  const { json } = await story.prepares("listAlerts", { query: ONE_LARGE_PAGE }, "listing the alerts");
  const alerts = listIn(json) ?? [];
  const known = story.world.fixtures.alertId;
  const isFree = (alert: unknown): boolean =>
    member(alert, "id") !== known && (member(alert, story.contract.field("acknowledgedUntil")) ?? null) === null;
  const chosen = STATUSES.flatMap((status) => {
    const alert = alerts.find((one) => member(one, "status") === status && isFree(one));
    const id = member(alert, "id");
    return typeof id === "string" ? [{ id, status }] : [];
  });
  for (const { id, status } of chosen) {
    const judgement = await renewed(story, { alertId: id }, status);
    if (judgement.kind === "broken" && (await isWrongAnyhow(story)))
      return notApplicable("the known alert is not acknowledged, and given back, as it should be either");
    if (judgement.kind !== "holds") return judgement;
    // The model compares this list with the earlier reads.
    await story.ask("listAlerts", { query: { ...ONE_LARGE_PAGE, status } });
  }
  return upheld;
}

/** Whether the alert that other rules use has the same error, which they then report. */
async function isWrongAnyhow(story: Story): Promise<boolean> {
  return (await renewed(story, borrowAlert(story).path.path, "that it has")).kind === "broken";
}

async function renewed(story: Story, path: Path, status: string): Promise<Judgement> {
  const first = { acknowledgedUntil: nextLeapDay(), acknowledgementComment: "plumbline: first" };
  // Another client may have acknowledged the alert, and the description does not say whether a closed alert can be
  // acknowledged.
  if (!wasAccepted(await story.ask("acknowledgeAlert", { path, body: first }))) return upheld;
  if (!wasAccepted(await story.ask("acknowledgeAlert", { path, body: {} }))) return upheld;
  const untilOf = (json: unknown): unknown => member(recordIn(json), story.contract.field("acknowledgedUntil"));
  const isOver = (json: unknown): boolean => !(readDate(String(untilOf(json))) > Date.now());
  for (const version of story.addresses.servedIn("getAlert")) {
    const read = await story.eventually(
      () => story.ask("getAlert", { path, version }),
      (one) => isOver(jsonOf(one)),
    );
    if (!isOver(jsonOf(read)))
      return broken(
        `no acknowledgement of the alert with status ${status}, as neither field was sent`,
        `acknowledgedUntil ${quoted(untilOf(jsonOf(read)))}`,
      );
  }
  const second = { acknowledgedUntil: inAnHour(), acknowledgementComment: "plumbline: second" };
  return keeps(story, {
    operation: "acknowledgeAlert",
    groups: [second],
    body: (members) => members,
    path,
    optional: true,
  });
}
