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

/** What was found about target and set-up before the run, problems first. */
export function setUpView({ doctor }: Report): Markup {
  const order = Object.keys(STATES);
  const rows = doctor
    .toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
    .map(({ state, subject, text }) => [wire(subject), badge(STATES[state]), wire(text)]);
  return section({
    id: "set-up",
    title: "Set-up",
    count: counted(doctor.length, "finding"),
    lead: "What was looked at before the first check: clock, credentials, and the records that checks are made with.",
    body:
      rows.length === 0
        ? nothing("The set-up was not examined.")
        : table("Set-up", ["Subject", "State", "Finding"], rows),
  });
}
