import { describe, expect, it } from "vitest";
import { GROUP, traffic } from "../exchange.test-support.ts";
import { outcomesIn } from "../outcomes.test-support.ts";

const outcomesOf = outcomesIn("ALC", "ERR", "EVT");

const CONFIGS = `/api/product/v1.0/groups/${GROUP}/alertConfigs`;
const ID = "bbbbbbbbbbbbbbbbbbbbbbbb";
const OTHER = "cccccccccccccccccccccccc";
const EVENT = "CREDIT_CARD_ABOUT_TO_EXPIRE";
const config = (id: string, change = {}) => ({ id, groupId: GROUP, eventTypeName: EVENT, enabled: true, ...change });

describe("ALC-TOGGLE-ONLY", () => {
  const ONLY = "ALC-TOGGLE-ONLY@setAlertConfigEnabled/v1.0";
  const off = { body: { enabled: false } };

  const of = (
    ids: readonly string[],
    after: object,
    between: (id: string) => readonly [string, number][] = () => [],
    answer: (id: string) => object = () => ({}),
  ) => {
    const next = traffic();
    return ids.flatMap((id, index) => {
      const at = index * 100_000;
      return [
        next("GET", `${CONFIGS}/${id}`, 200, { answer: config(id), at: at + 10_000 }),
        next("PATCH", `${CONFIGS}/${id}`, 200, { ...off, answer: answer(id), at: at + 20_000 }),
        ...between(id).map(([method, status]) =>
          next(method, `${CONFIGS}/${id}`, status, {
            body: { eventTypeName: EVENT },
            answer: config(id),
            at: at + 21_000,
          }),
        ),
        next("GET", `${CONFIGS}/${id}`, 200, {
          answer: config(id, { enabled: false, updated: "now", ...after }),
          at: at + 30_000,
        }),
      ];
    });
  };

  it("passes if only enabled and updated differ, and fails otherwise", async () => {
    expect((await outcomesOf(of([ID], {})))[ONLY]).toBe("pass");
    expect((await outcomesOf(of([ID, OTHER], { eventTypeName: "OTHER" })))[ONLY]).toBe("fail");
  });

  it("compares the answer to the toggle too, if it shows the new state", async () => {
    const changed = (id: string) => config(id, { enabled: false, eventTypeName: "OTHER" });
    expect((await outcomesOf(of([ID, OTHER], {}, undefined, changed)))[ONLY]).toBe("fail");
    // An answer with the state before the write decides nothing.
    expect((await outcomesOf(of([ID, OTHER], {}, undefined, (id) => config(id))))[ONLY]).toBe("pass");
  });

  it("does not fail because of one record, which another client may have changed", async () => {
    expect((await outcomesOf(of([ID], { eventTypeName: "OTHER" })))[ONLY]).toBe("not-applicable");
  });

  it.each([200, 504])("does not compare across another write that was answered %i", async (status) => {
    const exchanges = of([ID, OTHER], { eventTypeName: "OTHER" }, () => [["PUT", status]]);
    expect((await outcomesOf(exchanges))[ONLY]).toBe("not-applicable");
  });
});

describe("a created alert configuration", () => {
  const DEFAULT = "ALC-ENABLED-DEFAULT@createAlertConfig/v1.0";
  const MASKED = "ALC-KEY-MASKED@createAlertConfig/v1.0";
  const made = (times: number, sent: object, shown: object) => {
    const next = traffic();
    return Array.from({ length: times }, () =>
      next("POST", CONFIGS, 201, { body: { eventTypeName: EVENT, ...sent }, answer: config(ID, shown) }),
    );
  };
  const keyed = (monitoringApiKey: string) => ({
    enabled: true,
    notifications: [{ typeName: "MONITORING_PLATFORM", monitoringRegion: "EU", monitoringApiKey }],
  });

  it("is disabled by default", async () => {
    const { enabled, notifications } = keyed("abcdefgh");
    expect((await outcomesOf(made(1, { notifications }, { enabled: false })))[DEFAULT]).toBe("pass");
    expect((await outcomesOf(made(2, { notifications }, { enabled: true })))[DEFAULT]).toBe("fail");
    const stated = { notifications, enabled };
    expect((await outcomesOf(made(2, stated, { enabled: true })))[DEFAULT]).toBe("not-applicable");
  });

  it("shows at most the last four characters of a key", async () => {
    const sent = keyed("0123456789abcdef");
    expect((await outcomesOf(made(1, sent, keyed("************cdef"))))[MASKED]).toBe("pass");
    expect((await outcomesOf(made(2, sent, sent)))[MASKED]).toBe("fail");
    expect((await outcomesOf(made(2, sent, keyed("***********bcdef"))))[MASKED]).toBe("fail");
    expect((await outcomesOf(made(2, keyed("abcdefgh"), keyed("****efgh"))))[MASKED]).toBe("not-applicable");
  });
});

describe("EVT-EXAMPLES", () => {
  const CHECK = "EVT-EXAMPLES@createAlertConfig/v1.0";
  const of = (statuses: Readonly<Record<string, number>>, more: object = {}) => {
    const next = traffic();
    return [0, 1].flatMap(() =>
      Object.entries(statuses).map(([eventTypeName, status]) =>
        next("POST", CONFIGS, status, {
          body: { eventTypeName, notifications: [{ typeName: "EMAIL" }], ...more },
          answer: status === 201 ? config(ID) : {},
        }),
      ),
    );
  };

  it("warns if a described event type is refused while another is accepted", async () => {
    expect((await outcomesOf(of({ [EVENT]: 201, DEPLOYMENT_FAILURE: 201 })))[CHECK]).toBe("pass");
    expect((await outcomesOf(of({ [EVENT]: 201, DEPLOYMENT_FAILURE: 400 })))[CHECK]).toBe("warn");
  });

  it("is not-applicable if something else may explain the refusal", async () => {
    expect((await outcomesOf(of({ DEPLOYMENT_FAILURE: 400 })))[CHECK]).toBe("not-applicable");
    expect((await outcomesOf(of({ [EVENT]: 409, DEPLOYMENT_FAILURE: 400 })))[CHECK]).toBe("not-applicable");
    const matchers = [{ fieldName: "TYPE_NAME", operator: "EQUALS", value: "x" }];
    expect((await outcomesOf(of({ [EVENT]: 201, DEPLOYMENT_FAILURE: 400 }, { matchers })))[CHECK]).toBe(
      "not-applicable",
    );
  });
});

describe("ERR-MALFORMED-JSON", () => {
  const MALFORMED = "ERR-MALFORMED-JSON@createAlertConfig/v1.0";
  const sent = (status: number, type = "application/json") => {
    const next = traffic();
    return [1, 2].map(() => {
      const exchange = next("POST", CONFIGS, status, {
        answer: status === 201 ? config(ID) : {},
        headers: [["content-type", type]],
      });
      return { ...exchange, request: { ...exchange.request, body: '{"enabled":' } };
    });
  };

  it("passes for a refusal, and warns for a success or a 500", async () => {
    expect((await outcomesOf(sent(400)))[MALFORMED]).toBe("pass");
    expect((await outcomesOf(sent(201)))[MALFORMED]).toBe("warn");
    // Two answers 500 in a row are the server's own failure.
    expect((await outcomesOf(sent(500)))[MALFORMED]).toBe("warn");
    expect((await outcomesOf(sent(502)))[MALFORMED]).toBe("not-applicable");
    expect((await outcomesOf(sent(401)))[MALFORMED]).toBe("not-applicable");
  });

  it("is not-applicable if the request states another charset", async () => {
    expect((await outcomesOf(sent(201, "application/json; charset=utf-16")))[MALFORMED]).toBe("not-applicable");
  });
});
