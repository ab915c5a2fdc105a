import type { DoctorFinding, Report } from "../../../report.ts";
import { counted } from "../../../text/words.ts";
import type { Label } from "../../labels.ts";
import { badge } from "../badge.ts";
import { type Markup, wire } from "../markup.ts";
import { nothing, section } from "./section.ts";
import { table } from "./table.ts";

const STATES: Readonly<Record<DoctorFinding["state"], Label>> = {
  problem: { symbol: "✘", words: "problem", tone: "bad" },
  advice: { symbol: "⚠", words: "advice", tone: "warn" },
  ok: { symbol: "✔", words: "ok", tone: "good" },
};

/** The doctor's findings about target and set-up before the run, problems first. */
export function setUpView({ doctor }: Report): Markup {
  const order = Object.keys(STATES);
  const rows = doctor
    .toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
    .map(({ state, subject, text }) => [wire(subject), badge(STATES[state]), wire(text)]);
  return section({
    id: "set-up",
    title: "Set-up",
    count: counted(doctor.length, "finding"),
    lead: "The questions before the first check: the target's clock, the credentials, and the records that checks use.",
    body:
      rows.length === 0
        ? nothing("The run did not look at the set-up.")
        : table("Set-up", ["Subject", "State", "Finding"], rows),
  });
}
