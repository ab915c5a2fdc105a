import { bindContract, neutral } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import type { Call } from "../ground/call.ts";
import { expectedOf } from "./expected.ts";

const contract = bindContract(neutral);
const of = (
  change: Pick<Call, "due" | "who">,
  isThere = true,
  operation: "updateAuditing" | "updateAlertConfig" = "updateAuditing",
) => expectedOf(change, operation, isThere, contract);

describe("what will probably come of a write", () => {
  it("is success for the key that writes, unless the request or its address is wrong", () => {
    expect([of({}), of({ who: "main" }), of({ who: "serviceAccount" })]).toEqual(["accepted", "accepted", "accepted"]);
    expect([of({ due: "refusal" }), of({ due: "any" }), of({}, false)]).toEqual(["refused", "refused", "refused"]);
  });

  it("is as good for a role that the operation names, and none for one that it does not", () => {
    expect(of({ who: { role: "Project Owner" } })).toBe("accepted");
    expect(of({ who: { role: "Project Owner" }, due: "refusal" })).toBe("refused");
    expect(of({ who: { role: "Project Read Only" } })).toBe("kept out");
    expect([of({ who: "noRole" }), of({ who: "otherProject" }, false)]).toEqual(["kept out", "kept out"]);
  });

  it("is not asked of who has no key at all", () => {
    for (const who of ["none", "wrongSecret", "mainAsBasic", { header: "Basic %%%" }] as const)
      expect(of({ who })).toBeUndefined();
  });
});
