import { conduct, requirements } from "@plumbline/conformance";
import { type Fault, faults, startReference } from "@plumbline/reference";
import { describe, expect, it } from "vitest";
import { targetOfReference } from "../targets/reference.ts";
import { VERSION } from "../version.ts";

/** Worlds whose lists are empty, have one record of each kind, or more than a page. */
const WORLDS = ["world-empty", "world-one", "world-many"] as const;

/**
 * Faults of filters of the lists in which the worlds differ. A fault in every second entry does not show in a single
 * one.
 */
const FILTERS = ["AL-01", "AL-02", "AC-01", "AC-02", "AC-03", "AC-04", "AC-08"];
/** Faults of members of records, which do not show in an empty list. */
const RECORDS = ["AC-06", "AL-22", "VA-31"];
const PAGES = /^PG-/;
/** Rules that requests alone show, whatever records exist. */
const WITHOUT_DATA = new Set([
  "PAGE-ITEMS-ACCEPT",
  "PAGE-ITEMS-REJECT",
  "PAGE-NUM-REJECT",
  "PAGE-INCLUDECOUNT-BOOL",
  "PAGE-INCLUDECOUNT-FALSE",
  "PAGE-INCLUDECOUNT-DEFAULT",
  "PAGE-SHAPE",
]);

/** PLUMBLINE_FULL tries all of these; otherwise one of filters and one of order. */
const full = process.env["PLUMBLINE_FULL"] !== undefined;
const SAMPLE = ["AL-01", "PG-05"];

const judged = faults.filter(({ id }) => PAGES.test(id) || [...FILTERS, ...RECORDS].includes(id));
const rulesOf = ({ violates }: Pick<Fault, "violates">) =>
  requirements.filter(({ id, kind }) => kind !== "story" && violates.includes(id) && !WITHOUT_DATA.has(id));

const tried = judged.filter((fault) => rulesOf(fault).length > 0 && (full || SAMPLE.includes(fault.id)));

/** Outcomes of the rules that a fault breaks, by check; without a fault, of all these rules. */
async function outcomes(world: string, fault?: Fault): Promise<ReadonlyMap<string, string>> {
  const selected = fault
    ? rulesOf(fault)
    : requirements.filter((one) => judged.some((each) => rulesOf(each).includes(one)));
  const reference = await startReference({
    seed: 1,
    variants: world === "" ? [] : [world],
    faults: fault ? [fault.id] : [],
  });
  try {
    const report = await conduct(targetOfReference(reference, fault ? [fault.id] : []), {
      requirements,
      // Selecting a rule about all answers also selects the checks that bring its answers.
      selection: { only: selected.map(({ id }) => id) },
      command: "vitest",
      runId: `${world} ${fault?.id ?? ""}`,
      toolVersion: VERSION,
    });
    const own = report.verdicts.filter(({ requirement }) => selected.some(({ id }) => id === requirement));
    return new Map(own.map(({ check, outcome }) => [check, outcome]));
  } finally {
    await reference.close();
  }
}

const isRed = (outcome: string | undefined): boolean => ["fail", "warn", "flaky"].includes(outcome ?? "");

describe("a list is judged on what it holds", () => {
  it.each(WORLDS)("%s accuses nobody, and says what it lacks", async (world) => {
    const seen = await outcomes(world);
    expect([...seen].filter(([, outcome]) => isRed(outcome) || outcome === "harness-error")).toEqual([]);
    const unable = [...seen.values()].filter((outcome) => outcome === "could-not-run").length;
    expect(unable > 0).toBe(world !== "world-many");
  });

  it.each(tried.map((fault) => [fault.id, fault] as const))("%s passes in no world", async (_id, fault) => {
    const shown = [...(await outcomes("", fault))].filter(([, outcome]) => isRed(outcome)).map(([check]) => check);
    expect(shown).not.toEqual([]);
    for (const world of WORLDS) {
      // The run creates the records that this world lacks at different times, so the fault has nothing to shuffle.
      if (fault.id === "PG-05" && world !== "world-many") continue;
      const seen = await outcomes(world, fault);
      expect([world, shown.filter((check) => seen.get(check) === "pass")]).toEqual([world, []]);
    }
  });
});
