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

describe("expectedOf", () => {
  it("expects success for a key that may write, unless the request or its address is wrong", () => {
    expect([of({}), of({ who: "main" }), of({ who: "serviceAccount" })]).toEqual(["accepted", "accepted", "accepted"]);
    expect([of({ due: "refusal" }), of({ due: "any" }), of({}, false)]).toEqual(["refused", "refused", "refused"]);
  });

  it('expects success for a role that the operation lists, and "kept out" for other roles', () => {
    expect(of({ who: { role: "Project Owner" } })).toBe("accepted");
    expect(of({ who: { role: "Project Owner" }, due: "refusal" })).toBe("refused");
    expect(of({ who: { role: "Project Read Only" } })).toBe("kept out");
    expect([of({ who: "noRole" }), of({ who: "otherProject" }, false)]).toEqual(["kept out", "kept out"]);
  });

  it("expects nothing for a caller without a valid key", () => {
    for (const who of ["none", "wrongSecret", "mainAsBasic", { header: "Basic %%%" }] as const)
      expect(of({ who })).toBeUndefined();
  });
});
