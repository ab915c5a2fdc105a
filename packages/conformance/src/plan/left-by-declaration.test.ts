import type { Role } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { credential, fixture } from "../rule/need.ts";
import { callersOf } from "../target/callers.ts";
import { declaredOf, NO_AUTHENTICATION, NO_ROLES } from "../target/declared.ts";
import { testTarget } from "../target/target.test-support.ts";
import { aCampaign, aProbe, aWatch, subjectOf } from "./check.test-support.ts";
import { leftByDeclaration, needsWhatIsNot } from "./left-by-declaration.ts";

const list = subjectOf("listAlerts");
const token = subjectOf("issueServiceToken", "standalone");
const nobody = { main: { scheme: "none" }, metrics: { scheme: "none" } } as const;
const password = { scheme: "basic", label: "metrics", username: "a", password: "b" } as const;
const open = testTarget("http://127.0.0.1:1", { without: { authentication: true }, credentials: nobody });
const equal = testTarget("http://127.0.0.1:1", { without: { roles: true } });
const usual = testTarget("http://127.0.0.1:1");

describe("leftByDeclaration, for a server without authentication", () => {
  it.each([
    aProbe("AUTH-DIGEST-REQUIRED"),
    aWatch("AUTH-CHALLENGE-NONCE"),
    aProbe("OP01-ROLE"),
    aProbe("METRICS-AUTH"),
    aProbe("A-1", { needs: [{ kind: "digest" }] }),
    aProbe("A-1", { needs: [fixture("groupId"), credential("serviceAccount")] }),
    aProbe("A-1", { needs: [credential("otherProject")] }),
  ])("skips rules about authentication: $id", (rule) => {
    expect(leftByDeclaration(rule, list, open)).toBe(NO_AUTHENTICATION);
    expect(leftByDeclaration(rule, list, usual)).toBeUndefined();
  });

  it("skips the token endpoint, and keeps all other rules", () => {
    expect(leftByDeclaration(aProbe("ERR-SHAPE"), token, open)).toBe(NO_AUTHENTICATION);
    expect(leftByDeclaration(aProbe("ERR-SHAPE"), list, open)).toBeUndefined();
    expect(leftByDeclaration(aCampaign("FUZZ-STRANGER-REFUSED-WRITES"), undefined, open)).toBe(NO_AUTHENTICATION);
    expect(leftByDeclaration(aCampaign("FUZZ-NO-CRASH"), undefined, open)).toBeUndefined();
  });

  it("keeps the rule about metrics discovery if that has a password", () => {
    const discovery = { ...open, credentials: { ...nobody, metrics: password } };
    expect(leftByDeclaration(aProbe("METRICS-AUTH"), list, discovery)).toBeUndefined();
    expect(callersOf(discovery)).toEqual(["wrongMetricsPassword", "unknownMetricsUser"]);
  });

  it("has no callers with wrong credentials", () => expect(callersOf(open)).toEqual([]));
});

describe("leftByDeclaration, for a server without roles", () => {
  it("skips rules about roles, and keeps rules about keys", () => {
    for (const id of ["AUTH-ROLES-GATE", "AUTH-FORBIDDEN-STATUS", "OP48get-ROLE", "FUZZ-LOWER-REFUSED-WRITES"])
      expect(leftByDeclaration(aProbe(id), list, equal)).toBe(NO_ROLES);
    expect(needsWhatIsNot(credential("noRole"), equal)).toBe(NO_ROLES);
    expect(leftByDeclaration(aProbe("AUTH-DIGEST-REQUIRED"), list, equal)).toBeUndefined();
    expect(needsWhatIsNot(credential("serviceAccount"), equal)).toBeUndefined();
  });
});

describe("leftByDeclaration, for a server with some of the roles", () => {
  const some = testTarget("http://127.0.0.1:1", { without: { rolesBut: ["Project Owner", "Project Read Only"] } });

  it("skips rules that need another role", () => {
    const needs = (...anyOf: readonly Role[]) => aProbe("A-1", { needs: [{ kind: "roles", anyOf }] });
    expect(leftByDeclaration(needs("Project Cluster Admin"), list, some)).toBe(
      "the target file says that the server has no role Project Cluster Admin",
    );
    expect(leftByDeclaration(needs("Project Cluster Admin", "Project Owner"), list, some)).toBeUndefined();
    expect(leftByDeclaration(aProbe("AUTH-ROLES-GATE"), list, some)).toBeUndefined();
    expect(declaredOf(some)).toEqual([
      "the run tested no roles but Project Owner, Project Read Only: the target file says that there are no others",
    ]);
  });
});

describe("leftByDeclaration, for skips in the target file", () => {
  const skips = [
    { id: "SRCH-*", reason: "not built yet" },
    { id: "ALT-ACK", reason: "we know" },
    { id: "PAGE-SHAPE@listAlerts/v2", reason: "it is long" },
  ];
  const target = testTarget("http://127.0.0.1:1", { skips });

  it("skips rules by id or prefix, with the reason from the file", () => {
    expect(leftByDeclaration(aProbe("SRCH-ANY"), list, target)).toBe("the target file skips it: not built yet");
    expect(leftByDeclaration(aProbe("ALT-ACK"), list, target)).toBe("the target file skips it: we know");
    expect(leftByDeclaration(aProbe("ALT-ACK-AGAIN"), list, target)).toBeUndefined();
  });

  it("skips a single check", () => {
    expect(leftByDeclaration(aProbe("PAGE-SHAPE"), list, target)).toBe("the target file skips it: it is long");
    expect(leftByDeclaration(aProbe("PAGE-SHAPE"), subjectOf("listAlerts", "1.0"), target)).toBeUndefined();
  });
});

describe("declaredOf", () => {
  it("names what the run did not test", () => {
    expect(declaredOf(usual)).toEqual([]);
    expect(declaredOf(open)).toEqual(["the run did not test authentication: the target file says that there is none"]);
    expect(declaredOf(equal)).toEqual(["the run did not test roles: the target file says that there are none"]);
    const skips = ["A-1", "A-2", "A-3", "A-4"].map((id) => ({ id, reason: "r" }));
    expect(declaredOf({ skips })).toEqual(["the target file skips A-1, A-2, A-3 and 1 more"]);
  });
});
