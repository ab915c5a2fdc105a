import { describe, expect, it } from "vitest";
import { subjectOf } from "../plan/check.test-support.ts";
import { testTarget } from "../target/target.test-support.ts";
import { NeverServed } from "./never-served.ts";
import { watchedOf } from "./watched.test-support.ts";

const target = testTarget("http://127.0.0.1:1");
const create = subjectOf("createAlertConfig");
type Seen = Parameters<typeof watchedOf>[1];

/** Whether a write counts as absent after these answers; an unknown path gets 404 NOWHERE. */
function lacks(...answers: readonly Seen[]): boolean {
  const never = new NeverServed(target, new Map([["2", "404 NOWHERE"]]));
  for (const answer of answers) never.see(watchedOf(create, answer));
  return never.lacks(create);
}
const nowhere: Seen = { status: 404, json: { errorCode: "NOWHERE" } };

describe("NeverServed, for a write", () => {
  it("counts it as absent after 405, 501 or the answer to an unknown path, and nothing else", () => {
    for (const one of [{ status: 405 }, { status: 501 }, nowhere]) expect(lacks(one), `${one?.status}`).toBe(true);
    expect(lacks()).toBe(false);
    expect(lacks({ status: 404, json: { errorCode: "NO_SUCH_RECORD" } })).toBe(false);
    expect(lacks({ status: 400 })).toBe(false);
  });

  it("counts it as present once it got any other answer, earlier or later", () => {
    expect(lacks(nowhere, { status: 201 })).toBe(false);
    expect(lacks({ status: 201 }, nowhere)).toBe(false);
  });

  it("goes by plain requests with the main key only", () => {
    const { operation, version } = { operation: create.operation.id, version: create.version };
    for (const call of [
      { operation, version, who: "noRole" },
      { operation, version, method: "PUT" },
      { operation, version, elsewhere: "/nothing" },
    ] as const)
      expect(lacks({ status: 405, call }), JSON.stringify(call)).toBe(false);
    expect(lacks({ status: 405, authorized: false })).toBe(false);
    expect(lacks({ status: 405 }, { status: 401 })).toBe(true);
    expect(lacks({ status: 405 }, { status: 201, authorized: false })).toBe(true);
  });

  it("needs no credentials on a target without authentication", () => {
    const open = testTarget("http://127.0.0.1:1", { credentials: { main: { scheme: "none" } } });
    const never = new NeverServed(open);
    never.see(watchedOf(create, { status: 405, authorized: false }));
    expect(never.lacks(create)).toBe(true);
  });

  it("judges each version separately", () => {
    const never = new NeverServed(target);
    never.see(watchedOf(create, { status: 405 }));
    expect(never.lacks(subjectOf("createAlertConfig", "1.0"))).toBe(false);
  });

  it("draws no conclusion from a 404 if the answer to an unknown path is not known", () => {
    const never = new NeverServed(target);
    never.see(watchedOf(create, nowhere));
    expect(never.lacks(create)).toBe(false);
  });
});

describe("NeverServed, for a write that gets a 404 while a read finds the record", () => {
  const change = subjectOf("acknowledgeAlert");
  const read = subjectOf("getAlert");
  const never = (...seen: readonly (readonly [typeof read, Seen])[]): NeverServed => {
    const made = new NeverServed(target);
    for (const [subject, answer] of seen) made.see(watchedOf(subject, answer));
    return made;
  };
  const notFound: Seen = { status: 404, json: { errorCode: "RESOURCE_NOT_FOUND" } };

  it("counts it as absent, whatever the error says, before or after the read", () => {
    expect(never([read, {}], [change, notFound]).lacks(change)).toBe(true);
    expect(never([change, notFound], [read, {}]).lacks(change)).toBe(true);
    expect(never([change, notFound], [read, {}]).advice).toContain("acknowledgeAlert");
  });

  it("counts it as present if the read fails too, a refusal was due, or another answer came once", () => {
    expect(never([read, { status: 404 }], [change, notFound]).lacks(change)).toBe(false);
    const { operation, version } = { operation: change.operation.id, version: change.version };
    const wrong: Seen = { ...notFound, call: { operation, version, due: "refusal" } };
    expect(never([read, {}], [change, wrong]).lacks(change)).toBe(false);
    expect(never([read, {}], [change, notFound], [change, { status: 400 }]).lacks(change)).toBe(false);
  });
});

describe("NeverServed, for the answer to an unknown path", () => {
  it("ignores that answer unless it is a 404", () => {
    const never = new NeverServed(target, new Map([["2", "400 "]]));
    never.see(watchedOf(create, { status: 400 }));
    expect(never.lacks(create)).toBe(false);
  });
});

describe("NeverServed, for reads", () => {
  it("never counts a read as absent, because the preflight checks reads", () => {
    const never = new NeverServed(target);
    never.see(watchedOf(subjectOf("listAlerts"), { status: 405 }));
    expect(never.lacks(subjectOf("listAlerts"))).toBe(false);
  });
});

describe("NeverServed.advice", () => {
  it("names exactly the absent operations, and is undefined without any", () => {
    const never = new NeverServed(target);
    expect(never.advice).toBeUndefined();
    never.see(watchedOf(create, { status: 405 }));
    never.see(watchedOf(subjectOf("deleteAlertConfig"), { status: 405 }));
    never.see(watchedOf(subjectOf("deleteAlertConfig"), { status: 204 }));
    expect(never.advice).toContain('operations: { createAlertConfig: { "2": absent } }');
  });
});
