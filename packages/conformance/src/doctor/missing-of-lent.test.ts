import { atlas, bindContract } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { exchangeOf, scripted } from "../expect/scripted.test-support.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { testTarget } from "../target/target.test-support.ts";
import { keyOfSubject } from "./missing.ts";
import { findMissingOfLent } from "./missing-of-lent.ts";

const FIXTURES = { groupId: "32b6e34b3d91647abb20e7b8", clusterName: "Cluster0" };
const INDEX = "32b6e34b3d91647abb20e7c1";
const unknownPath = () => exchangeOf(404, { message: "Cannot GET here" });

/** The operations found missing once an index is known, if version 1.0 answers its reads in turn like this. */
async function missingIf(answers: readonly ReturnType<typeof exchangeOf>[], knownBefore = false) {
  const target = testTarget("http://127.0.0.1:1", { contract: bindContract(atlas), fixtures: FIXTURES });
  const none = { ...emptyWorld(target), fixtures: FIXTURES };
  const known = { ...none, fixtures: { ...FIXTURES, indexId: INDEX } };
  let reads = 0;
  const { ask, calls } = scripted(({ elsewhere, operation, version }) => {
    if (elsewhere !== undefined) return unknownPath();
    if (operation !== "getSearchIndexById" || version !== "1.0") return exchangeOf(200, { indexID: INDEX });
    reads += 1;
    return answers[Math.min(reads, answers.length) - 1] ?? unknownPath();
  });
  const missing = await findMissingOfLent(target, knownBefore ? known : none, known, {
    ask,
    pass: async () => undefined,
  });
  return { missing: missing.map(keyOfSubject), calls };
}

describe("findMissingOfLent, for the operations of a created record", () => {
  it("counts them as missing in a version that answers the read like an unknown path", async () => {
    const { missing } = await missingIf([unknownPath()]);
    expect(missing).toEqual(["getSearchIndexById/1.0", "updateSearchIndexById/1.0", "deleteSearchIndexById/1.0"]);
  });

  it("counts them as present if the record appears late, or if the refusal has an error code of its own", async () => {
    expect((await missingIf([unknownPath(), unknownPath(), exchangeOf(200, { indexID: INDEX })])).missing).toEqual([]);
    expect((await missingIf([exchangeOf(404, { errorCode: "NO_SUCH_INDEX" })])).missing).toEqual([]);
    expect((await missingIf([exchangeOf(403, { errorCode: "NO" })])).missing).toEqual([]);
  });

  it("sends nothing if the record was known before", async () => {
    const { missing, calls } = await missingIf([unknownPath()], true);
    expect([missing, calls]).toEqual([[], []]);
  });
});
