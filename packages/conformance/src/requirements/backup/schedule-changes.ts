import { isDeepStrictEqual } from "node:util";
import { wasAccepted } from "../../ground/answers.ts";
import { type Fields, fieldsOf, isContainer, member } from "../../ground/json.ts";
import { broken, inconclusive, type Judgement, upheld } from "../../ground/judgement.ts";
import type { Story } from "../../kernel/story.ts";
import { difference } from "../../oracles/difference.ts";
import { lastingOf, readSchedule, scheduleMembers } from "./schedule-steps.ts";

/** Members that contain others. Sent alone and unchanged, they show whether an update wrongly clears what it omits. */
const STATED = ["copySettings", "export", "extraRetentionSettings", "policies"] as const;

async function statedAlone(story: Story): Promise<readonly Fields[]> {
  const members = await scheduleMembers(story);
  return STATED.flatMap((name) => {
    const value = members[name];
    return isContainer(value) && Object.keys(value).length > 0 ? [{ [name]: value }] : [];
  });
}

/** An update of a part of the schedule. */
interface Change {
  readonly body: Fields;
  readonly mayBeRefused?: true;
}

/** Changes members of the schedule one by one and reads it each time. */
export async function changesAlone(story: Story): Promise<Judgement> {
  const before = await readSchedule(story);
  if (typeof member(before, "referenceMinuteOfHour") !== "number")
    return inconclusive("the schedule shows no referenceMinuteOfHour to change");
  const { referenceHourOfDay, restoreWindowDays } = fieldsOf(before);
  const hasWindow = typeof restoreWindowDays === "number" && restoreWindowDays > 0;
  const changes: readonly Change[] = [
    // One more day, so that a later update that wrongly resets it shows. A shorter window would lose points in time.
    ...(hasWindow ? [{ body: { restoreWindowDays: restoreWindowDays + 1 }, mayBeRefused: true as const }] : []),
    { body: { referenceMinuteOfHour: member(before, "referenceMinuteOfHour") === 30 ? 31 : 30 } },
    ...(typeof referenceHourOfDay === "number"
      ? [{ body: { referenceHourOfDay: oneOf(4, 5, referenceHourOfDay) } }]
      : []),
    ...(await statedAlone(story)).map((body) => ({ body })),
  ];
  let wanted = lastingOf(before);
  for (const { body, mayBeRefused } of changes) {
    const what = `changing ${Object.keys(body)} alone`;
    if (mayBeRefused !== true) await story.prepares("updateBackupSchedule", { body }, what);
    // The target may refuse a value that does not fit the rest.
    else if (!wasAccepted(await story.ask("updateBackupSchedule", { body, due: "open" }))) continue;
    wanted = { ...wanted, ...(STATED.some((name) => name in body) ? {} : body) };
    const isSame = (shown: Fields): boolean => isDeepStrictEqual(wanted, shown);
    const got = await story.eventually(async () => lastingOf(await readSchedule(story)), isSame);
    if (!isSame(got)) return broken(`all but ${Object.keys(body)} as before`, difference(wanted, got));
    wanted = got;
  }
  return typeof referenceHourOfDay === "number" ? changesTogether(story, wanted) : upheld;
}

/** How often two changes go out at the same time: only chance decides whether they meet in the target. */
const MEETINGS = 4;

/** Changes two members by two simultaneous requests: each carries one member, so neither may undo the other. */
async function changesTogether(story: Story, before: Fields): Promise<Judgement> {
  let wanted = before;
  for (let round = 0; round < MEETINGS; round += 1) {
    const bodies = [
      { referenceHourOfDay: oneOf(7, 8, wanted["referenceHourOfDay"]) },
      { referenceMinuteOfHour: oneOf(12, 13, wanted["referenceMinuteOfHour"]) },
    ];
    const sent = await Promise.all(bodies.map((body) => story.ask("updateBackupSchedule", { body })));
    // The target may refuse one of them.
    if (!sent.every(wasAccepted)) return upheld;
    const next = Object.assign({}, wanted, ...bodies) as Fields;
    const got = await story.eventually(
      async () => lastingOf(await readSchedule(story)),
      (shown) => isDeepStrictEqual(next, shown),
    );
    if (!isDeepStrictEqual(next, got))
      return broken("both of two changes that were sent at once and accepted", difference(next, got));
    wanted = next;
  }
  return upheld;
}

const oneOf = (one: number, other: number, now: unknown): number => (now === one ? other : one);
