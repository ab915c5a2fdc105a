import { bindContract, neutral } from "@plumbline/schemas";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { historyOf, type Step, steps } from "./abstract-service.test-support.ts";
import type { Contradiction } from "./contradiction.ts";
import type { Came, Observation } from "./observation.ts";
import { ServiceModel } from "./service-model.ts";

const RUNS = Number(process.env["PLUMBLINE_MODEL_RUNS"] ?? 2_000);
const contract = bindContract(neutral);

/** Shows a history to a model as a run would: each write when it begins, and every exchange when it ends. */
function shown(observations: readonly Observation[]): readonly Contradiction[] {
  const model = new ServiceModel({ contract, described: (json) => json, settled: (json) => json });
  const ends = new Map<Observation, () => void>();
  const events = observations.flatMap((one) => [
    { at: one.began, does: () => void ends.set(one, model.begins(one)), order: 1 },
    {
      at: one.ended,
      order: 0,
      does: (): readonly Contradiction[] => {
        const { contradictions } = model.see(one);
        ends.get(one)?.();
        return contradictions;
      },
    },
  ]);
  return events
    .toSorted((one, other) => one.at - other.at || other.order - one.order)
    .flatMap(({ does }) => does() ?? []);
}

const answered = (all: readonly Step[]): readonly Step[] =>
  all.map((step) => ({ ...step, fate: "answered" as const, before: 1, behind: 1, after: 4_000 }));

describe("ServiceModel, for a correct service", () => {
  it("reports no contradiction, however requests overlap and whichever answers are lost", () => {
    fc.assert(
      fc.property(steps(40), (all) => {
        expect(shown(historyOf(all))).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});

describe("ServiceModel, for a service that shows writes late", () => {
  it("flags only late reads, and none after the maximum delay", () => {
    const late = fc.record({ all: steps(30), lag: fc.integer({ min: 1, max: 2_990 }) });
    fc.assert(
      fc.property(late, ({ all, lag }) => {
        const history = historyOf(
          all.map((step) => ({ ...step, after: step.after + 1 })),
          silent,
          lag,
        );
        expect(shown(history).filter(({ mayBeLate }) => !mayBeLate)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});

/** Answers to changes that do not show the changed record. */
const silent = (came: Came, { does }: Step): Came =>
  came.kind === "done" && (does === "toggle" || does === "replace") ? { kind: "done", json: {} } : came;

describe("ServiceModel, for a read soon after a write", () => {
  const step = (does: Step["does"], after: number, value: number): Step => {
    return { does, which: 0, value, version: "2", after, before: 1, behind: 1, fate: "answered" };
  };

  it("does not contradict a later read by it", () => {
    const soon = [step("create", 0, 1), step("get", 9_000, 0), step("toggle", 9_000, 0), step("get", 1_000, 2)];
    const found = shown(historyOf([...soon, step("get", 4_000, 0), step("get", 4_000, 0)], silent, 2_000));
    expect(found).toEqual([]);
  });
});

describe("ServiceModel, for a service with one wrong answer", () => {
  const MADE: readonly Step[] = (["create", "create", "create", "get", "get", "list"] as const).map((does, which) => ({
    does,
    which: which - 3,
    value: which % 3,
    version: "2",
    after: 4_000,
    before: 1,
    behind: 1,
    fate: "answered",
  }));
  const classesOf = (found: readonly Contradiction[]): readonly string[] =>
    [...new Set(found.map((one) => one.class))].sort();

  it("detects a wrong member of any record in any read", () => {
    fc.assert(
      fc.property(steps(12), fc.nat(), (all, where) => {
        const history = answered([
          ...MADE,
          ...all.map((step) => ({ ...step, does: "get" as const, which: step.which % 3 })),
        ]);
        const last = history.length - 1;
        const reads = history.flatMap(({ does }, at) => (does === "get" && at >= MADE.length ? [at] : []));
        const at = reads[where % Math.max(1, reads.length)] ?? last;
        const found = shown(
          historyOf(history, (came, _step, number) =>
            number === at && came.kind === "done"
              ? { kind: "done", json: { ...Object(came.json), eventTypeName: "ANOTHER" } }
              : came,
          ),
        );
        expect(found.length).toBeGreaterThan(0);
        expect(found.some(({ exchange }) => exchange === `x${at}`)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it("detects a deleted record in a list, and a list that lacks an existing record", () => {
    const list = { ...(MADE[5] as Step), after: 4_000 };
    const remove: Step = { ...list, does: "remove", which: 0 };
    const ghost = historyOf([...MADE, remove, list], (came, _step, at) => {
      if (at !== MADE.length + 1 || came.kind !== "done") return came;
      const { results } = Object(came.json);
      return { kind: "done", json: { results: [...results, { id: "0".repeat(24) }], totalCount: results.length + 1 } };
    });
    expect(classesOf(shown(ghost))).toEqual(["gone"]);
    const missing = historyOf([...MADE, list], (came, _step, at) => {
      if (at !== MADE.length || came.kind !== "done") return came;
      const results = Object(came.json).results.slice(1);
      return { kind: "done", json: { results, totalCount: results.length } };
    });
    expect(classesOf(shown(missing))).toEqual(["count", "missing"]);
  });

  it("detects a total that differs from the number of records", () => {
    const found = shown(
      historyOf(MADE, (came, step) =>
        step.does === "list" && came.kind === "done"
          ? { kind: "done", json: { ...Object(came.json), totalCount: 7 } }
          : came,
      ),
    );
    expect(found).toMatchObject([
      { class: "count", expected: expect.stringContaining("3"), received: "totalCount: 7" },
    ]);
  });

  it("distinguishes a refused write with an effect from two views that differ", () => {
    const get: Step = { ...(MADE[3] as Step), which: 0 };
    const toggle: Step = { ...get, does: "toggle", value: 0, fate: "refused" };
    const turned = (from: number, after = 4_000) =>
      shown(
        historyOf(
          [...MADE, get, toggle, get].map((step) => ({ ...step, after })),
          (came, step, at) =>
            at >= from && step.does === "get" && came.kind === "done"
              ? { kind: "done", json: { ...Object(came.json), enabled: true } }
              : came,
        ),
      );
    expect(turned(MADE.length + 2)).toMatchObject([{ class: "refused", isOwn: true, mayBeLate: false }]);
    expect(turned(MADE.length + 2, 10)).toMatchObject([{ class: "refused", isOwn: true, mayBeLate: false }]);
    const other: Step = { ...get, version: "1.0" };
    const views = shown(
      historyOf([...MADE, get, other], (came, step) =>
        step === other && came.kind === "done" ? { kind: "done", json: { ...Object(came.json), enabled: true } } : came,
      ),
    );
    expect(views).toMatchObject([{ class: "views", version: "1.0", again: [{ version: "2" }, { version: "1.0" }] }]);
  });
});

describe("ServiceModel, for what it upholds", () => {
  const view = (does: "get" | "list", version: "1.0" | "2"): Step => ({
    does,
    which: 0,
    value: 0,
    version,
    after: 4_000,
    before: 1,
    behind: 1,
    fate: "answered",
  });
  const agreements = (reads: readonly Step[]): readonly string[] => {
    const model = new ServiceModel({ contract, described: (json) => json, settled: (json) => json });
    const create: Step = { ...view("get", "2"), does: "create" };
    const seen = historyOf([create, ...reads], silent).slice(1);
    const upheld = seen.flatMap((one) => model.see(one).upheld);
    return [...new Set(upheld.map((one) => `${one.class} ${one.operation} ${one.version}`))].sort();
  };

  it("upholds the same in any order of reads", () => {
    const twice = (["get", "list"] as const).flatMap((does) =>
      (["1.0", "2"] as const).flatMap((version) => [view(does, version), view(does, version)]),
    );
    const known = agreements(twice);
    expect(known.filter((one) => /^(views|unaddressed) /.test(one))).toHaveLength(8);
    const inAnyOrder = fc.shuffledSubarray(twice, { minLength: twice.length });
    fc.assert(
      fc.property(inAnyOrder, (reads) => {
        expect(agreements(reads)).toEqual(known);
      }),
    );
  });
});
