import { Memory, type World } from "@plumbline/conformance";
import { bindContract, neutral, type OperationId, operations, ROLES } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { ruling } from "../asking/judge.ts";
import { callersOf, strangersOf } from "./callers.ts";
import { FAMILIES, subjectsOf } from "./subjects.ts";

const id = "32b6e34b3d91647abb20e7b8";
const contract = bindContract(neutral);
const world: World = {
  fixtures: { groupId: id, orgId: id, alertId: id, clusterName: "Cluster0", hostname: "a.example.net" },
  records: {},
  alertConfiguration: { eventTypeName: "A", notifications: [] },
  unbound: new Map(),
  callers: ["none", "wrongSecret", "unknownUser", "noRole", ...ROLES.map((role) => ({ role }))],
  memory: new Memory(),
};
const parts = { contract, world, matcherFields: [] };
const subjects = FAMILIES.flatMap((family) => subjectsOf(contract, world, family, {}));

function answered(status: number): Parameters<typeof ruling>[1] {
  return { response: { status, headers: [], body: "" } } as unknown as Parameters<typeof ruling>[1];
}

describe("the test cases of other callers", () => {
  it("start with one stranger, one role and each other role per operation, and continue with all combinations", () => {
    const testCases = subjects.flatMap((subject) => [...strangersOf(subject, parts), ...callersOf(subject, parts)]);
    const first = testCases.filter(({ tier }) => tier === "caller");
    const isForAnyone = (id: OperationId): boolean => operations[id].roles === "any";
    const turns = first.map(({ operation, aim, level, shows }) =>
      level === "SHOULD" || isForAnyone(operation) ? `${operation} ${aim} ${shows.side}` : `${operation} ${aim}`,
    );
    const several = first.filter(({ operation }) => operation === "issueServiceToken").length - 1;
    expect(new Set(turns).size).toBe(first.length - several);
    const asked = new Set(first.filter(({ aim }) => aim === "kept out").map(({ operation }) => operation));
    const all = new Set(subjects.map(({ operation }) => operation).filter((one) => one.authentication === "digest"));
    for (const { id: operation } of all) expect(asked, operation).toContain(operation);
    expect(new Set(testCases.map((testCase) => testCase.id)).size).toBe(testCases.length);
  });

  it("are none if the target cannot tell the caller from the main key", () => {
    const alone = { ...parts, world: { ...world, callers: [] } };
    for (const subject of subjects)
      expect([...strangersOf(subject, alone), ...callersOf(subject, alone)], subject.label).toEqual([]);
  });

  it("exclude a key without a role where organization members may read", () => {
    const getMigration = subjects.filter(({ operation }) => operation.id === "getMigration");
    const askers = (isStranger: boolean) =>
      getMigration
        .flatMap((subject) => strangersOf(subject, { ...parts, world: { ...world, noRoleIsStranger: isStranger } }))
        .filter(({ call }) => call.who === "noRole").length;
    expect([askers(false), askers(true)]).toEqual([0, getMigration.length]);
  });

  it("strangers must get 401, and missing records are unspecified", () => {
    const stranger = { aim: "kept out", call: { who: "none" } } as const;
    expect(ruling(stranger, answered(401)).verdict).toBe("conforms");
    for (const status of [200, 400, 403, 404]) expect(ruling(stranger, answered(status)).verdict).toBe("violates");
    expect(ruling({ ...stranger, elsewhere: true }, answered(404)).verdict).toBe("unspecified");
    expect(ruling({ aim: "kept out", call: { who: "noRole" } }, answered(403)).verdict).toBe("conforms");
    const lower = { aim: "kept out", call: { who: { role: "Project Read Only" } } } as const;
    expect(ruling(lower, answered(403)).verdict).toBe("conforms");
    expect(ruling(lower, answered(200)).verdict).toBe("violates");
    // The description leaves open how discovery refuses unknown callers.
    expect(ruling({ ...stranger, operation: "discoverMetricsTargets" }, answered(403)).verdict).toBe("conforms");
    const caller = { aim: "let in", call: { who: { role: "Project Owner" } } } as const;
    expect(ruling(caller, answered(200)).verdict).toBe("conforms");
    for (const status of [401, 403]) expect(ruling(caller, answered(status)).verdict).toBe("violates");
    for (const status of [400, 404, 409]) expect(ruling(caller, answered(status)).verdict).toBe("unspecified");
  });
});
