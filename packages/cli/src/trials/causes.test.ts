import { conduct, type Requirement, requirements } from "@plumbline/conformance";
import { type Fault, faults, startReference } from "@plumbline/reference";
import { type Cause, causesOf } from "@plumbline/report";
import { describe, expect, it } from "vitest";
import { targetOfReference } from "../targets/reference.ts";
import { affectedBy } from "./affected.ts";

/** PLUMBLINE_FULL tries sixty faults alone, and ten times ten at once; otherwise only a few alone. */
const full = process.env["PLUMBLINE_FULL"] !== undefined;
/** Named explicitly, because a sample of the catalogue changes with each added fault. */
const FEW = ["MI-04", "SR-05"];
const ALONE = full ? spread(60) : faults.filter(({ id }) => FEW.includes(id));
/** A fault shows two causes if the model of the service notices it in another answer than the story; few faults do. */
const SEVERAL_OF_SIXTY = 6;
const TIMES = 10;

/** This many faults, spread over the whole catalogue. */
function spread(count: number, first = 9): readonly Fault[] {
  return Array.from(
    { length: count },
    (_, index) => faults[Math.floor((first + index * faults.length) / count)],
  ).flatMap((fault) => fault ?? []);
}

async function causes(ids: readonly string[], selected: readonly Requirement[]): Promise<readonly Cause[]> {
  const reference = await startReference({ seed: 1, faults: ids });
  try {
    const options = { requirements: selected, command: "test", runId: "test", toolVersion: "0" };
    return causesOf(await conduct(targetOfReference(reference, ids), options));
  } finally {
    await reference.close();
  }
}

const named = ({ first, others }: Cause): string => `${first.check} and ${others.length} more`;

describe("the causes of what a run found", () => {
  it("are one for nearly each fault alone", async () => {
    const several: string[] = [];
    for (const fault of ALONE) {
      const found = await causes([fault.id], affectedBy(fault, requirements));
      if (found.length !== 1) several.push(`${fault.id}: ${found.map(named).join("; ")}`);
    }
    process.stdout.write(
      `${ALONE.length - several.length} of ${ALONE.length} faults are one cause; ${several.join(" | ")}\n`,
    );
    expect(ALONE.length).toBe(full ? 60 : FEW.length);
    expect(several.slice(full ? SEVERAL_OF_SIXTY : 0)).toEqual([]);
  });

  it.runIf(full)("are hardly more than the faults when there are ten", async () => {
    for (let time = 0; time < TIMES; time += 1) {
      const ten = spread(10, time * 7);
      const found = await causes(
        ten.map(({ id }) => id),
        requirements,
      );
      process.stdout.write(`${ten.map(({ id }) => id).join(" ")}: ${found.length} causes\n`);
      expect(found.length).toBeLessThanOrEqual(14);
      expect(found.length).toBeGreaterThan(3);
    }
  });
});
