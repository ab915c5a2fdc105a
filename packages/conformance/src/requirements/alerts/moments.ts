import { readDate, UTC_DATE_TIME } from "@plumbline/schemas/validate";
import { received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, type Judgement, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Story } from "../../kernel/story.ts";
import { recordIn } from "../../oracles/envelope.ts";
import { borrowAlert } from "./alert-steps.ts";

/*
 * Whether a moment is taken that is not said in UTC, in fractions of a second, or far off, is not given. Of one that is taken
 * the same moment is shown, in UTC, by every answer.
 */

const SECOND = 1_000;

/** The year in which each is: none of them ends while a run goes on, and none needs a calendar of its own. */
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

/** Whether what is shown is the moment that was sent: to the second, or with a fraction to the millisecond. */
function isSame(shown: number, sent: number): boolean {
  const apart = Math.abs(shown - sent);
  return shown % SECOND === 0 ? apart < SECOND : apart <= 1;
}

/** Why an answer does not show the moment that was sent; `undefined` where it does, or shows none. */
export function otherThan(sent: string, shown: unknown): string | undefined {
  if (shown === undefined || shown === null) return "none";
  if (typeof shown !== "string" || !UTC_DATE_TIME.test(shown)) return quoted(shown);
  return isSame(readDate(shown), Date.parse(sent)) ? undefined : shown;
}

/** Acknowledges an alert until each moment, and looks for it in the answer and in a read of each version. */
export async function keepsMoments(story: Story): Promise<Judgement> {
  const { path } = borrowAlert(story).path;
  for (const acknowledgedUntil of momentsIn(new Date().getUTCFullYear() + 1)) {
    const exchange = await story.ask("acknowledgeAlert", { path, body: { acknowledgedUntil }, due: "open" });
    if (wasRefused(exchange)) continue;
    if (!wasAccepted(exchange)) return broken(`${acknowledgedUntil} taken, or refused`, received(exchange));
    const expected = `acknowledgedUntil ${acknowledgedUntil}, which was taken, in UTC`;
    const told = member(recordIn(story.answer(exchange).json), "acknowledgedUntil");
    // That the answer shows it at all is another rule's business.
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
