import { readDate, UTC_DATE_TIME } from "@plumbline/schemas/validate";
import { received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, type Judgement, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Story } from "../../kernel/story.ts";
import { recordIn } from "../../oracles/envelope.ts";
import { borrowAlert } from "./alert-steps.ts";

/*
 * The description does not say whether a target accepts moments with an offset, with fractions of a second or in the
 * far future. If it accepts one, every answer must show the same moment in UTC.
 */

const SECOND = 1_000;

/** Moments in this year or later: none of them ends during the run, and none needs special rules of the calendar. */
function momentsIn(year: number): readonly string[] {
  return [
    `${year}-07-01T12:00:00.5Z`,
    `${year}-07-01T12:00:00.25Z`,
    `${year}-07-01T12:00:00.123456Z`,
    `${year}-07-01T00:30:00+02:00`,
    `${year}-12-31T18:15:00-05:45`,
    `${year}-07-02T00:00:00Z`,
    "2099-12-31T23:59:59Z",
    "9999-12-31T23:59:59Z",
  ];
}

/** Whether the shown moment equals the sent one: to the second, or to the millisecond if it shows a fraction. */
function isSame(shown: number, sent: number): boolean {
  const apart = Math.abs(shown - sent);
  return shown % SECOND === 0 ? apart < SECOND : apart <= 1;
}

/** What an answer shows in place of the sent moment; `undefined` if it shows that moment. */
export function otherThan(sent: string, shown: unknown): string | undefined {
  if (shown === undefined || shown === null) return "none";
  if (typeof shown !== "string" || !UTC_DATE_TIME.test(shown)) return quoted(shown);
  return isSame(readDate(shown), Date.parse(sent)) ? undefined : shown;
}

/** Acknowledges an alert until each moment, and looks for the moment in the answer and in reads. */
export async function keepsMoments(story: Story): Promise<Judgement> {
  const { path } = borrowAlert(story).path;
  for (const acknowledgedUntil of momentsIn(new Date().getUTCFullYear() + 1)) {
    const exchange = await story.ask("acknowledgeAlert", { path, body: { acknowledgedUntil }, due: "open" });
    if (wasRefused(exchange)) continue;
    if (!wasAccepted(exchange)) return broken(`${acknowledgedUntil} taken, or refused`, received(exchange));
    const expected = `acknowledgedUntil ${acknowledgedUntil}, which was taken, in UTC`;
    const told = member(recordIn(story.answer(exchange).json), "acknowledgedUntil");
    // Another rule judges whether the answer shows it at all.
    const wrong = told === undefined ? undefined : otherThan(acknowledgedUntil, told);
    if (wrong !== undefined) return broken(`${expected} in the answer`, wrong);
    const versions = story.addresses.servedIn("getAlert");
    for (const version of acknowledgedUntil.includes(".5Z") ? versions : versions.slice(0, 1)) {
      const read = async () =>
        otherThan(
          acknowledgedUntil,
          member(
            recordIn((await story.prepares("getAlert", { path, version }, "reading the alert back")).json),
            "acknowledgedUntil",
          ),
        );
      const other = await story.eventually(read, (now) => now === undefined);
      if (other !== undefined) return broken(`${expected} when it is read in version ${version}`, other);
    }
  }
  return upheld;
}
