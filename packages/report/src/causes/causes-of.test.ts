import { describe, expect, it } from "vitest";
import type { ReportExchange, Verdict } from "../report.ts";
import { causesOf, reachOf, rulesOf } from "./causes-of.ts";

let next = 0;

/** A deciding exchange; the omitted parts do not matter. */
function exchange(url: string, response: { status?: number; body?: string } = {}, body?: string): ReportExchange {
  next += 1;
  const { status = 200, body: answer = "{}" } = response;
  return {
    id: `x${next}`,
    at: next,
    milliseconds: 1,
    request: { method: body === undefined ? "GET" : "POST", url, headers: [], ...(body !== undefined && { body }) },
    response: { status, headers: [], body: answer, bodyBytes: answer.length, truncated: false },
  };
}

type Parts = Partial<Extract<Verdict, { outcome: "fail" }>> & { readonly where?: string; readonly kind?: "warn" };

function broken(check: string, by: ReportExchange, { where, kind, ...rest }: Parts = {}): Verdict {
  const [requirement = "", operation = ""] = check.split(/[@/]/u);
  return {
    check,
    requirement,
    operation,
    evidence: [by.id],
    expected: `the rule ${requirement} to hold`,
    received: `something else in ${operation}`,
    deciding: { exchange: by.id, ...(where !== undefined && { where }) },
    ...rest,
    outcome: kind ?? "fail",
  };
}

const stuck = (check: string, reason: string): Verdict => {
  const [requirement = "", operation = ""] = check.split(/[@/]/u);
  return { check, requirement, operation, evidence: [], outcome: "could-not-run", reason };
};

/** The causes as lists of check ids. */
function checksOf(verdicts: readonly Verdict[], exchanges: readonly ReportExchange[]): readonly (readonly string[])[] {
  return causesOf({ verdicts, exchanges }).map(({ first, others }) => [first, ...others].map(({ check }) => check));
}

describe("one mistake", () => {
  it("is one rule with the same words in many operations, whatever numbers and ids these hold", () => {
    const [one, two] = [exchange("/a"), exchange("/b")];
    const verdicts = [
      broken("R-A@one/v2", one, { expected: "at most 100 records", received: "101 records (3 of 7 answers)" }),
      broken("R-A@two/v2", two, { expected: "at most 500 records", received: "502 records" }),
    ];
    expect(checksOf(verdicts, [one, two])).toEqual([["R-A@one/v2", "R-A@two/v2"]]);
  });

  it("is whatever is wrong with one part of an answer", () => {
    const page = exchange("/a", { status: 404, body: "<html>" });
    const words = (text: string): Parts => ({ expected: text, received: text });
    const whole = [
      broken("ERR-A@one/v2", page, { ...words("detail"), where: "" }),
      broken("GEN-B@one/v2", page, { ...words("JSON"), where: "" }),
      broken("GEN-E@one/v2", page, { ...words("an id"), where: "/id" }),
      broken("HDR-C@one/v2", page, { ...words("a type"), where: "header Content-Type" }),
    ];
    expect(checksOf(whole, [page])).toHaveLength(1);
    const record = exchange("/b");
    const apart = [
      broken("ALC-A@two/v2", record, { ...words("an id"), where: "/id" }),
      broken("GEN-B@two/v2", record, { ...words("a time"), where: "/created" }),
    ];
    expect(checksOf(apart, [record])).toHaveLength(2);
  });

  it("is not what is wrong with another part of the same answer", () => {
    const answer = exchange("/a", { status: 200, body: "{}" });
    const parts = ["status", "header WWW-Authenticate", "header X-Version", "header Content-Type", "/id", undefined];
    const verdicts = parts.map((where, index) =>
      broken(`R-${index}@one/v2`, answer, {
        expected: `rule ${index}`.repeat(index + 1),
        received: "other",
        ...(where !== undefined && { where }),
      }),
    );
    expect(checksOf(verdicts, [answer])).toHaveLength(parts.length);
    const same = broken("S-0@one/v2", answer, { expected: "another word", received: "b", where: "header x-version" });
    expect(checksOf([...verdicts, same], [answer])).toContainEqual(["R-2@one/v2", "S-0@one/v2"]);
  });

  it("is a member that several rules of an area look at", () => {
    const [made, read] = [exchange("/a", {}, "{}"), exchange("/a/1")];
    const verdicts = [
      broken("RST-ECHO@create/v2", made, { expected: 'deliveryType "download"', where: "/deliveryType" }),
      broken("RST-KEPT@read/v2", read, { expected: 'as sent at /results/3/deliveryType, "download"' }),
    ];
    expect(checksOf(verdicts, [made, read])).toHaveLength(1);
  });

  it("is an operation that refuses what it has to take, and one that answers 500", () => {
    const [plain, other] = [exchange("/a", { status: 400 }), exchange("/b", { status: 400 }, "{}")];
    const refused = { received: "400 VALIDATION_ERROR", where: "status" };
    const verdicts = [
      broken("OP01-PARAMS@one/v2", plain, { expected: "2xx for a plain call", ...refused }),
      broken("VER-SEARCH@one/v2", other, { expected: "2xx for creating an index", ...refused }),
    ];
    expect(checksOf(verdicts, [plain, other])).toHaveLength(1);
    const [bad, worse] = [exchange("/c", { status: 500 }), exchange("/d", { status: 502 })];
    expect(checksOf([broken("A-A@two/v2", bad), broken("B-B@two/v1.0", worse)], [bad, worse])).toHaveLength(1);
  });

  it("does not count again what a check has left behind", () => {
    const left = exchange("/groups/1/outage", {}, '{"outageFilters":[]}');
    const seen = exchange("/groups/1/outage");
    const verdicts = [
      broken("OUT-NONEMPTY@start/v2", left, { expected: "4xx: an empty list must not be carried out" }),
      broken("OUT-FIELDS@read/v2", seen, { expected: "an item at /outageFilters", where: "/outageFilters" }),
    ];
    expect(checksOf(verdicts, [left, seen])).toHaveLength(1);
  });

  it("is another one if the deciding request was wrong in another member", () => {
    const taken = exchange("/groups/1/indexes", {}, '{"name":"again","definition":{"dynamic":true}}');
    const seen = exchange("/groups/1/indexes/1");
    const verdicts = [
      broken("SRCH-NAME-UNIQUE@create/v2", taken, { expected: "4xx: a second index of the name" }),
      broken("SRCH-UPDATE-KEPT@read/v2", seen, { expected: "dynamic as sent", where: "/definition/dynamic" }),
    ];
    expect(checksOf(verdicts, [taken, seen])).toHaveLength(2);
  });

  it("is a removed record in one read, whichever rules look at it", () => {
    const [one, other] = [exchange("/configs?itemsPerPage=500"), exchange("/configs?pageNum=2")];
    const verdicts = [
      broken("ALC-DELETE@delete/v2", one, {
        expected: "a list without it",
        received: "the deleted record in the list",
      }),
      broken("REC-GONE@list/v2", other, { expected: "no configuration 1, which was removed", received: "it in list" }),
    ];
    expect(checksOf(verdicts, [one, other])).toHaveLength(1);
    const there = { expected: "the configuration 2, which was made and not removed", received: "a list without it" };
    const third = exchange("/configs?pageNum=3");
    expect(checksOf([...verdicts, broken("REC-THERE@list/v2", third, there)], [one, other, third])).toHaveLength(2);
  });

  it("counts the checks that create nothing more because a removal does not work", () => {
    const seen = exchange("/groups/1/exportBuckets/1");
    const lifecycle = broken("EXB-LIFECYCLE@createExportBucket/v2", seen, {
      expected: "no bucket by the deleted id",
      received: "1, which is shown still after its removal was answered 200 {}",
    });
    const reason = "createExportBucket is not sent any more: deleteExportBucket did not remove the last 2 records";
    const stuck = {
      ...lifecycle,
      check: "EXB-NAME@createExportBucket/v2",
      outcome: "could-not-run",
      reason,
    } as Verdict;
    expect(causesOf({ verdicts: [lifecycle, stuck], exchanges: [seen] })).toMatchObject([
      { blocked: [{ check: "EXB-NAME@createExportBucket/v2" }] },
    ]);
  });

  it("is a parameter that fails alone, and with others", () => {
    const [alone, both] = [exchange("/a?ip=1"), exchange("/a?ip=1&result=true")];
    const verdicts = [broken("ACC-BOTH@list/v2", both), broken("ACC-IP@list/v2", alone)];
    expect(checksOf(verdicts, [alone, both])).toHaveLength(1);
    const elsewhere = exchange("/a?ip=1");
    expect(
      checksOf([broken("ACC-BOTH@list/v2", both), broken("ACC-IP@other/v2", elsewhere)], [elsewhere, both]),
    ).toHaveLength(2);
  });

  it("is a member of a body that is accepted with several wrong values", () => {
    const twin = exchange("/a", {}, '{"name":"a","kind":"b"}');
    const [missing, empty, other] = ['{"kind":"b"}', '{"name":"","kind":"b"}', '{"name":"a","kind":7}'].map((body) =>
      exchange("/a", {}, body),
    );
    const taken = (check: string, by: ReportExchange | undefined): Verdict =>
      broken(check, by ?? twin, {
        expected: `4xx: ${check} must not be carried out`,
        received: check,
        deciding: { exchange: by?.id ?? "", where: "status", twin: twin.id },
      });
    const verdicts = [
      taken("A-NEEDED@create/v2", missing),
      taken("B-FORM@create/v2", empty),
      taken("C-KIND@create/v2", other),
    ];
    const all = [twin, missing, empty, other].flatMap((one) => one ?? []);
    expect(checksOf(verdicts, all)).toEqual([["A-NEEDED@create/v2", "B-FORM@create/v2"], ["C-KIND@create/v2"]]);
  });

  it("is a rule and a part of it, that let the same pass", () => {
    const [one, two] = [exchange("/a", {}, "{}"), exchange("/b", {}, "{}")];
    const verdicts = [
      broken("MIG-SHARD@create/v2", one, { expected: "4xx: a text must not be carried out" }),
      broken("MIG-SHARD-ENTRIES@check/v2", two, { expected: "4xx: a number must not be carried out" }),
    ];
    expect(checksOf(verdicts, [one, two])).toHaveLength(1);
  });

  it("is not one rule in different members of different operations", () => {
    const [one, two] = [exchange("/a"), exchange("/b")];
    const verdicts = [
      broken("GEN-TIMES@one/v2", one, { expected: "a time at /created", where: "/created" }),
      broken("GEN-TIMES@two/v2", two, { expected: "a time at /expiresAt", where: "/expiresAt" }),
    ];
    expect(checksOf(verdicts, [one, two])).toHaveLength(2);
  });

  it("is not another rule on another operation", () => {
    const [one, two] = [exchange("/a"), exchange("/b")];
    expect(checksOf([broken("R-A@one/v2", one), broken("S-B@two/v2", two)], [one, two])).toHaveLength(2);
  });
});

describe("causes", () => {
  it("stand in the order of what they cost: MUST before SHOULD, and what explains most first", () => {
    const all = [exchange("/a"), exchange("/b"), exchange("/c"), exchange("/d")] as const;
    const verdicts = [
      broken("W-A@one/v2", all[0], { kind: "warn" }),
      broken("M-A@two/v2", all[1]),
      broken("N-A@three/v2", all[2]),
      broken("N-A@three/v1.0", all[3]),
    ];
    expect(checksOf(verdicts, all)).toEqual([["N-A@three/v2", "N-A@three/v1.0"], ["M-A@two/v2"], ["W-A@one/v2"]]);
  });

  it("are shown by a broken MUST where they break a SHOULD as well", () => {
    const answer = exchange("/a");
    const causes = causesOf({
      verdicts: [broken("H-A@one/v2", answer, { kind: "warn" }), broken("M-B@one/v2", answer)],
      exchanges: [answer],
    });
    expect(causes.map(({ first }) => first.check)).toEqual(["M-B@one/v2"]);
    expect(causes.flatMap(rulesOf).map(({ first }) => first.requirement)).toEqual(["M-B", "H-A"]);
  });

  it("name the checks that they keep from running", () => {
    const answer = exchange("/a?itemsPerPage=500", { status: 400 });
    const verdicts = [
      broken("P-A@list/v2", answer, { expected: "2xx for itemsPerPage=500", received: "400 BAD" }),
      stuck("P-B@list/v2", "the list with itemsPerPage=500 is not to be had"),
      stuck("P-C@list/v2", "the plain request is not accepted (400 BAD), so nothing can be said"),
      stuck("P-D@list/v2", "no alert is open"),
      stuck("P-B@other/v2", "the list with itemsPerPage=500 is not to be had"),
    ];
    const [cause] = causesOf({ verdicts, exchanges: [answer] });
    expect(cause?.blocked.map(({ check }) => check)).toEqual(["P-B@list/v2", "P-C@list/v2"]);
    expect(cause && reachOf(cause)).toBe(3);
  });

  it("hold every broken verdict once", () => {
    const all = Array.from({ length: 60 }, (_, index) => exchange(`/${index % 7}?a=${index % 3}`));
    const verdicts = all.map((one, index) => broken(`R-${index % 5}@op${index % 11}/v${index}`, one));
    const found = checksOf(verdicts, all).flat();
    expect(found.toSorted()).toEqual(verdicts.map(({ check }) => check).toSorted());
  });
});
