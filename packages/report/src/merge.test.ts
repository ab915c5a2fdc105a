import { describe, expect, it } from "vitest";
import { mergeReports } from "./merge.ts";
import { MergeError } from "./merge-error.ts";
import type { Report } from "./report.ts";
import { SAMPLE_INPUT, sampleWith } from "./sample.test-support.ts";

const { run, target, verdicts } = SAMPLE_INPUT;

function shard(from: number, to: number, rest: Parameters<typeof sampleWith>[0] = {}): Report {
  return sampleWith({ verdicts: verdicts.slice(from, to), ...rest });
}

const first = shard(0, 3, { run: { ...run, selection: "--shard 1/2" } });
const second = shard(3, 8, {
  run: { ...run, startedAt: "2025-01-02T03:04:15.678Z", selection: "--shard 2/2" },
  changes: [],
});

describe("mergeReports", () => {
  const merged = mergeReports([first, second]);

  it("recomputes what follows from the verdicts", () => {
    const whole = sampleWith({});
    expect(merged.verdicts.map(({ check }) => check)).toEqual(verdicts.map(({ check }) => check));
    expect(merged.requirements).toEqual(whole.requirements);
    expect(merged.counts.byLevel).toEqual(whole.counts.byLevel);
    expect([merged.outcome, merged.reason]).toEqual([whole.outcome, whole.reason]);
  });

  it("keeps exchanges apart, and evidence with them", () => {
    const ids = merged.exchanges.map(({ id }) => id);
    expect(new Set(ids).size).toBe(14);
    expect(merged.verdicts[0]?.evidence).toEqual(["1-e1", "1-e2"]);
    expect(merged.verdicts[3]?.evidence).toEqual(["2-e1"]);
    expect(merged.verdicts[0]).toMatchObject({
      deciding: { exchange: "1-e2", where: "/results/0/status", twin: "1-e6" },
    });
    for (const id of merged.verdicts.flatMap(({ evidence }) => evidence)) expect(ids).toContain(id);
  });

  it("puts all shards on one clock", () => {
    expect(merged.run).toMatchObject({ startedAt: run.startedAt, milliseconds: 71_234, seed: 42 });
    expect(merged.run.selection).toBe("--shard 1/2; --shard 2/2");
    expect(merged.exchanges.find(({ id }) => id === "2-e1")?.at).toBe(10_040);
  });

  it("keeps an unmatched known failure only when no shard has its check", () => {
    const one = shard(0, 3, {
      staleKnownFailures: [
        { check: "A", state: "unmatched" },
        { check: "B", state: "unmatched" },
      ],
    });
    const other = shard(3, 8, {
      staleKnownFailures: [
        { check: "A", state: "unmatched" },
        { check: "C", state: "passes" },
      ],
    });
    expect(mergeReports([one, other]).staleKnownFailures).toEqual([
      { check: "A", state: "unmatched" },
      { check: "C", state: "passes" },
    ]);
  });

  it("is interrupted when a shard was, whatever the others found", () => {
    const cut = mergeReports([first, shard(3, 8, { interrupted: true })]);
    expect(cut.outcome).toBe("interrupted");
    expect(cut.reason).toMatch(/^The run was interrupted after 5 checks/u);
  });

  it("counts a shard that did not reach the target as unreachable", () => {
    expect(mergeReports([first, shard(3, 3, { unreachable: "refused" })]).outcome).toBe("unreachable");
  });

  it("lets targets that a run starts itself listen on different ports", () => {
    const local = (port: number) => ({
      ...target,
      kind: "reference" as const,
      name: "reference",
      url: `http://127.0.0.1:${port}`,
    });
    expect(mergeReports([shard(0, 3, { target: local(1) }), shard(3, 8, { target: local(2) })]).verdicts).toHaveLength(
      8,
    );
  });

  it.each<readonly [string, readonly Report[], RegExp]>([
    ["nothing", [], /none was given/u],
    ["a check that ran twice", [first, first], /two reports have a verdict on PAGE-ITEMS-REJECT@listAlerts\/v2/u],
    ["another target", [first, shard(3, 8, { target: { ...target, url: "https://other.test" } })], /share the target/u],
    ["a start that is no time", [shard(0, 3, { run: { ...run, startedAt: "yesterday" } })], /says yesterday/u],
    ["another profile", [first, shard(3, 8, { target: { ...target, profile: "atlas" } })], /share the profile/u],
    ["another version", [first, shard(3, 8, { tool: { name: "plumbline", version: "9" } })], /share the version/u],
    [
      "another statement",
      [first, shard(3, 8, { requirements: SAMPLE_INPUT.requirements.map((one) => ({ ...one, level: "MAY" })) })],
      /differ on PAGE-ITEMS-REJECT/u,
    ],
  ])("refuses %s", (_, shards, message) => {
    expect(() => mergeReports(shards)).toThrow(MergeError);
    expect(() => mergeReports(shards)).toThrow(message);
  });
});
