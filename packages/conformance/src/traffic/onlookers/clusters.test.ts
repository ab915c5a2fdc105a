import { describe, expect, it } from "vitest";
import { GROUP, traffic } from "../exchange.test-support.ts";
import { outcomesIn } from "../outcomes.test-support.ts";

const outcomesOf = outcomesIn("OUT", "SRCH");

const PROJECT = `/api/product/v1.0/groups/${GROUP}`;
const ID = "b".repeat(24);

describe("OUT-START", () => {
  const CHECK = "OUT-START@startOutageSimulation/v1.0";
  const of = (state: unknown, status = 200) => {
    const body = { outageFilters: [{ cloudProvider: "PROVIDER_A", regionName: "EU", type: "REGION" }] };
    const answer = { ...body, id: ID, groupId: GROUP, clusterName: "Cluster0", state };
    return [traffic()("POST", `${PROJECT}/clusters/Cluster0/outageSimulation`, status, { body, answer })];
  };

  it("requires the state START_REQUESTED in the answer", async () => {
    expect((await outcomesOf(of("START_REQUESTED")))[CHECK]).toBe("pass");
    expect((await outcomesOf(of("STARTING")))[CHECK]).toBe("fail");
    expect((await outcomesOf(of("STARTING", 409)))[CHECK]).toBe("not-applicable");
    expect((await outcomesOf(of(undefined)))[CHECK]).toBe("not-applicable");
  });
});

describe("SRCH-ENGINE", () => {
  const CHECK = "SRCH-ENGINE@createSearchIndex/v1.0";
  const of = (engineVersion: string, status: number, { wait = 1_000, times = 2 } = {}) => {
    const next = traffic();
    const cluster = { name: "Old", engineVersion };
    const body = { collectionName: "c", database: "d", name: "n", mappings: { dynamic: true } };
    return Array.from({ length: times }, (_, index) => {
      const at = 1_000 + index * 500_000;
      return [
        next("GET", `${PROJECT}/clusters`, 200, { answer: { results: [cluster], totalCount: 1 }, at }),
        next("POST", `${PROJECT}/clusters/Old/fts/indexes`, status, {
          body,
          answer: { ...body, indexID: ID },
          at: at + wait,
        }),
      ];
    }).flat();
  };

  it("fails if a cluster below version 4.2 gets a search index", async () => {
    expect((await outcomesOf(of("4.0.28", 200)))[CHECK]).toBe("fail");
    expect((await outcomesOf(of("4.0.28", 400)))[CHECK]).toBe("pass");
    expect((await outcomesOf(of("4.2.0", 200)))[CHECK]).toBe("not-applicable");
  });

  it("is not-applicable if the engine may have been upgraded since the list", async () => {
    expect((await outcomesOf(of("4.0.28", 200, { wait: 300_000 })))[CHECK]).toBe("not-applicable");
    expect((await outcomesOf(of("4.0.28", 200, { times: 1 })))[CHECK]).toBe("not-applicable");
  });
});
