import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventLine, type RunEvent } from "./events/event.ts";
import { eventsOf } from "./events/of-report.ts";
import { hostileReport } from "./hostile.test-support.ts";
import { renderEvents } from "./render/events.ts";
import { ReportFormatError } from "./report-format-error.ts";
import { reportFromJournal } from "./report-from-journal.ts";
import { SAMPLE, sampleWith } from "./sample.test-support.ts";
import { spoiltReport } from "./spoilt.test-support.ts";

const lines = (...events: readonly RunEvent[]): readonly string[] => events.map(eventLine);
const events = eventsOf(SAMPLE);
const of = (type: RunEvent["type"]) => events.filter((event) => event.type === type);

describe("reportFromJournal", () => {
  it.each([
    ["every outcome", SAMPLE],
    ["an interruption", sampleWith({ interrupted: true })],
    ["an unreachable target", sampleWith({ unreachable: "refused", verdicts: [], exchanges: [] })],
    ["hostile texts", hostileReport()],
  ])("gives back the report that made the events: %s", (_, report) => {
    expect(reportFromJournal(renderEvents(report).split("\n"))).toEqual(report);
  });

  it("gives back any report", () => {
    fc.assert(
      fc.property(spoiltReport(), (report) => {
        expect(reportFromJournal(renderEvents(report).split("\n"))).toEqual(report);
      }),
      { numRuns: 30 },
    );
  });

  it("keeps every complete line of a run that was killed at any byte", () => {
    const text = renderEvents(SAMPLE);
    const least = text.indexOf("\n") + 1;
    fc.assert(
      fc.property(fc.integer({ min: least, max: text.length - 3 }), (at) => {
        const report = reportFromJournal(text.slice(0, at).split("\n"));
        expect(report.outcome).toBe("interrupted");
        expect(report.exchanges).toEqual(SAMPLE.exchanges.slice(0, report.exchanges.length));
        if (report.requirements.length > 0) expect(report.verdicts).toHaveLength(SAMPLE.verdicts.length);
      }),
    );
  });

  it("lets planned checks without a verdict not have run, and takes its end from the last exchange", () => {
    const report = reportFromJournal(
      lines(...of("run"), ...of("plan"), ...of("exchange"), ...of("verdict").slice(0, 2)),
    );
    expect(report.verdicts.slice(2).every(({ outcome }) => outcome === "could-not-run")).toBe(true);
    expect(report.run.milliseconds).toBe(5400);
  });

  it("does not miss a campaign that reported its findings", () => {
    const [first] = SAMPLE.verdicts;
    if (first === undefined) return expect.fail();
    const report = reportFromJournal(
      lines(
        ...of("run"),
        {
          type: "plan",
          requirements: SAMPLE.requirements,
          checks: [{ check: "PAGE-ITEMS-REJECT", requirement: "PAGE-ITEMS-REJECT" }],
        },
        { type: "verdict", verdict: { ...first, check: "PAGE-ITEMS-REJECT@listAlerts/v2#limit" } },
      ),
    );
    expect(report.verdicts).toHaveLength(1);
  });

  it.each([
    ["shard 1/2", false],
    ["areas PAGE; shard 1/2", false],
    ["only shard 1/2", true],
    ["areas PAGE", true],
    [undefined, true],
  ])("with the selection %j keeps a rule about all answers that nothing decided: %s", (selection, isKept) => {
    const [first] = events;
    const [watched] = SAMPLE.requirements;
    if (first?.type !== "run" || watched === undefined) return expect.fail();
    const { selection: _selection, ...run } = first.run;
    const report = reportFromJournal(
      lines(
        { ...first, run: { ...run, ...(selection !== undefined && { selection }) } },
        { type: "plan", requirements: [{ ...watched, id: "RULE-OF-ALL", kind: "watch" }], checks: [] },
      ),
    );
    expect(report.requirements.map(({ id }) => id)).toEqual(isKept ? ["RULE-OF-ALL"] : []);
  });

  it("lists records that were created and not deleted as left", () => {
    const report = reportFromJournal(
      lines(
        ...of("run"),
        { type: "intent", entry: 0, operation: "createGroup", version: "2", path: {}, marked: true },
        { type: "made", entry: 0, operation: "createGroup", id: "1" },
        { type: "intent", entry: 1, operation: "updateGroup", version: "2", path: { groupId: "2" }, before: {} },
        { type: "undone", entry: 1, operation: "updateGroup", id: "2", state: "restored" },
        { type: "intent", entry: 2, operation: "createGroup", version: "2", path: {}, marked: true },
        { type: "intent", entry: 3, operation: "createGroup", version: "2", path: {}, marked: true },
        { type: "void", entry: 3 },
        { type: "intent", entry: 4, operation: "updateGroup", version: "2", path: { groupId: "5" }, before: {} },
        { type: "undone", entry: 4, operation: "updateGroup", id: "5", state: "restored" },
        { type: "undone", entry: 4, operation: "updateGroup", id: "5", state: "left", note: "it came back" },
      ),
    );
    const note = "the run ended before it could undo this";
    expect(report.changes).toEqual([
      { operation: "updateGroup", id: "2", state: "restored" },
      { operation: "updateGroup", id: "5", state: "left", note: "it came back" },
      { operation: "createGroup", id: "1", state: "left", note },
      { operation: "createGroup", id: "no answer came", state: "left", note },
    ]);
  });

  it.each<readonly [string, readonly string[], string]>([
    ["nothing", [], "line 1.type"],
    ["no JSON", ["{"], "line 1"],
    ["half a line that is not the last", ['{"type":"run"', "{}"], "line 1"],
    ["another beginning", lines(...of("plan")), "line 1.type"],
    ["an unknown type", [...lines(...of("run")), '{"type":"party"}'], "line 2.type"],
    ["another format", [JSON.stringify({ ...events[0], format: "plumbline-events/9" })], "line 1.format"],
    [
      "a verdict without outcome",
      [...lines(...of("run")), '{"type":"verdict","verdict":{"check":"a","requirement":"b","evidence":[]}}'],
      "line 2.verdict.outcome",
    ],
  ])("refuses %s and says where", (_, journal, path) => {
    expect(() => reportFromJournal(journal)).toThrow(ReportFormatError);
    expect(() => reportFromJournal(journal)).toThrow(expect.objectContaining({ path }));
  });
});

it("an exchange comes before the verdicts that rest on it", () => {
  const seen = new Set<string>();
  for (const event of events) {
    if (event.type === "exchange") seen.add(event.exchange.id);
    if (event.type === "verdict") for (const id of event.verdict.evidence) expect(seen).toContain(id);
  }
});
