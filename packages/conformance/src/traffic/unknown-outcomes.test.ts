import { expect, it } from "vitest";
import { GROUP, SERVER, traffic } from "./exchange.test-support.ts";
import { judgeOf, outcomesIn, target } from "./outcomes.test-support.ts";

const outcomesOf = outcomesIn("ALC-TOGGLE-", "PAGE-ITEMS-");

const CONFIGS = `/api/product/v1.0/groups/${GROUP}/alertConfigs`;
const ID = "bbbbbbbbbbbbbbbbbbbbbbbb";
const OTHER = "cccccccccccccccccccccccc";
const TOGGLE_OFF = "ALC-TOGGLE-OFF@setAlertConfigEnabled/v1.0";
const REJECT = "PAGE-ITEMS-REJECT@listAlertConfigs/v1.0";
const shown = (id: string, enabled: boolean) => ({
  id,
  groupId: GROUP,
  eventTypeName: "CREDIT_CARD_ABOUT_TO_EXPIRE",
  enabled,
});
const toggled = (enabled: boolean) => ({ body: { enabled } });
const one = { answer: { results: [shown(ID, true)], totalCount: 1 } };
const two = { answer: { results: [shown(ID, true), shown(OTHER, true)], totalCount: 2 } };

/** A client switches both records off, then on again with this status, and reads them. */
function switched(status: number) {
  const next = traffic();
  return [ID, OTHER].flatMap((id) => [
    next("PATCH", `${CONFIGS}/${id}`, 200, { ...toggled(false), answer: shown(id, false), at: 1_000 }),
    next("PATCH", `${CONFIGS}/${id}`, status, { ...toggled(true), answer: {}, at: 2_000 }),
    next("GET", `${CONFIGS}/${id}`, 200, { answer: shown(id, true), at: 30_000 }),
  ]);
}

it.each([500, 502, 503, 504, 408, 524])(
  "forgets the state of a record after a write that was answered %i",
  async (status) => {
    expect((await outcomesOf(switched(status)))[TOGGLE_OFF]).toBe("pass");
  },
);

it("keeps the state of a record after a refused write", async () => {
  expect((await outcomesOf(switched(400)))[TOGGLE_OFF]).toBe("fail");
});

it("forgets what a write without an answer, or to an unknown path, may have changed", async () => {
  const of = async (miss: (id: string) => { method: string; path: string; status?: number }) => {
    const [first, , third, fourth, , sixth] = switched(504);
    const judge = judgeOf(target, ["ALC-TOGGLE-"]);
    for (const [id, on, read] of [[ID, first, third] as const, [OTHER, fourth, sixth] as const]) {
      if (on !== undefined) judge.see(on);
      const { method, path, status } = miss(id);
      const span = { startedAt: 2_000, milliseconds: 1 };
      judge.miss({ method, url: `${SERVER}${path}`, ...span, ...(status !== undefined && { status }) });
      if (read !== undefined) judge.see(read);
    }
    const { verdicts } = await judge.finish();
    return verdicts.find(({ check }) => check === TOGGLE_OFF)?.outcome;
  };
  expect(await of((id) => ({ method: "PATCH", path: `${CONFIGS}/${id}` }))).toBe("pass");
  expect(await of((id) => ({ method: "PATCH", path: `${CONFIGS}/${id}`, status: 200 }))).toBe("pass");
  expect(await of(() => ({ method: "POST", path: "/api/product/v1.0/groups/x/undo" }))).toBe("pass");
  expect(await of((id) => ({ method: "PATCH", path: `${CONFIGS}/${id}`, status: 400 }))).toBe("fail");
  expect(await of((id) => ({ method: "GET", path: `${CONFIGS}/${id}` }))).toBe("fail");
});

it("forgets the state of a record after two overlapping writes", async () => {
  const of = (at: number) => {
    const next = traffic();
    const late = (id: string) => ({
      ...next("PATCH", `${CONFIGS}/${id}`, 200, { ...toggled(true), answer: shown(id, true), at }),
      milliseconds: 500,
    });
    return [ID, OTHER].flatMap((id) => [
      next("PATCH", `${CONFIGS}/${id}`, 200, { ...toggled(false), answer: shown(id, false), at: 1_000 }),
      late(id),
      next("PATCH", `${CONFIGS}/${id}`, 200, { ...toggled(false), answer: shown(id, false), at: 1_300 }),
      next("GET", `${CONFIGS}/${id}`, 200, { answer: shown(id, true), at: 30_000 }),
    ]);
  };
  // The server may carry out the second write after the third.
  expect((await outcomesOf(of(1_100)))[TOGGLE_OFF]).toBe("pass");
  expect((await outcomesOf(of(1_010).map((each) => ({ ...each, milliseconds: 5 }))))[TOGGLE_OFF]).toBe("fail");
});

it("discards a read that overlapped a write recorded later", async () => {
  const next = traffic();
  const exchanges = [ID, OTHER].flatMap((id) => [
    next("PATCH", `${CONFIGS}/${id}`, 200, { ...toggled(false), answer: shown(id, false), at: 1_000 }),
    next("GET", `${CONFIGS}/${id}`, 200, { answer: shown(id, true), at: 30_000 }),
    {
      ...next("PATCH", `${CONFIGS}/${id}`, 200, { ...toggled(true), answer: shown(id, true), at: 29_000 }),
      milliseconds: 9_000,
    },
  ]);
  expect((await outcomesOf(exchanges))[TOGGLE_OFF]).toBe("pass");
  expect((await outcomesOf(exchanges.filter(({ milliseconds }) => milliseconds === 1)))[TOGGLE_OFF]).toBe("fail");
});

it.each<[string, number, number, string]>([
  ["was answered 504", 504, 10_000, "not-applicable"],
  ["was answered 504 a minute earlier", 504, 70_000, "fail"],
  ["was carried out", 204, 10_000, "fail"],
  ["was refused", 403, 10_000, "fail"],
])("compares reads after a delete only if its outcome is known: it %s", async (_what, status, at, outcome) => {
  const next = traffic();
  const exchanges = [
    next("DELETE", `${CONFIGS}/${OTHER}`, status, { at: 1_000 }),
    next("GET", CONFIGS, 200, { ...one, at }),
    next("GET", `${CONFIGS}?itemsPerPage=0`, 200, { ...one, at: at + 10 }),
  ];
  expect((await outcomesOf(exchanges))[REJECT]).toBe(outcome);
});

it("does not compare reads before and after a delete that was answered 404", async () => {
  const next = traffic();
  const exchanges = [
    next("GET", CONFIGS, 200, two),
    next("DELETE", `${CONFIGS}/${OTHER}`, 404),
    next("GET", `${CONFIGS}?itemsPerPage=0`, 200, one),
  ];
  expect((await outcomesOf(exchanges))[REJECT]).toBe("not-applicable");
});

it("does not compare a read that overlapped a write", async () => {
  const of = (from: number) => {
    const next = traffic();
    return [
      next("GET", CONFIGS, 200, { ...two, at: 1_000 }),
      next("GET", `${CONFIGS}?itemsPerPage=0`, 200, { ...one, at: 2_000 }),
      // The client sends the write before or after the answer to the read, and gets its answer after that.
      { ...next("DELETE", `${CONFIGS}/${OTHER}`, 204, { at: from }), milliseconds: 3_000 },
    ];
  };
  expect((await outcomesOf(of(1_500)))[REJECT]).toBe("not-applicable");
  expect((await outcomesOf(of(2_100)))[REJECT]).toBe("fail");
});
