import { variants } from "@plumbline/reference";
import { expect, test } from "vitest";
import { compatible } from "./compatible.ts";

const named = (...ids: readonly string[]) => ids.flatMap((id) => variants.filter((variant) => variant.id === id));
const idsOf = (...ids: readonly string[]) => compatible(named(...ids)).map(({ id }) => id);

test("of two variants that say the opposite the first is kept, whichever says so", () => {
  expect(idsOf("nonce-for-all", "dates-offset", "nonce-once")).toEqual(["nonce-for-all", "dates-offset"]);
  expect(idsOf("nonce-once", "nonce-for-all")).toEqual(["nonce-once"]);
});

test("what excludes nothing is kept, in its order", () => {
  const free = variants.filter(({ id, excludes }) => !excludes && !variants.some((one) => one.excludes?.includes(id)));
  expect(free.length).toBeGreaterThan(100);
  expect(compatible(free)).toEqual(free);
  expect(compatible(free.toReversed())).toEqual(free.toReversed());
});

test("what is excluded is a variant", () => {
  const ids = variants.map(({ id }) => id);
  for (const { excludes = [] } of variants) for (const id of excludes) expect(ids).toContain(id);
});
