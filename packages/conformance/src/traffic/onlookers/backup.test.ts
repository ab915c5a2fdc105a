import { describe, expect, it } from "vitest";
import { GROUP, traffic } from "../exchange.test-support.ts";
import { outcomesIn } from "../outcomes.test-support.ts";

const outcomesOf = outcomesIn("CMP", "EXJ", "RST", "SCH", "SNP");

const V2 = { headers: [["accept", "application/vnd.product.2025-01-01+json"]] } as const;
const CLUSTER = `/api/product/v1.0/groups/${GROUP}/clusters/Cluster0`;
const DAY = 86_400_000;
const ID = "b".repeat(24);
const OTHER = "c".repeat(24);

describe("SCH-PARTIAL", () => {
  const CHECK = "SCH-PARTIAL@updateBackupSchedule/v1.0";
  const SCHEDULE = `${CLUSTER}/backup/schedule`;
  const shown = (change = {}) => ({
    clusterName: "Cluster0",
    referenceHourOfDay: 3,
    referenceMinuteOfHour: 30,
    restoreWindowDays: 3,
    ...change,
  });
  const updated = (hour: number) => ({ body: { referenceHourOfDay: hour } });

  it("fails if reads some seconds later show a change in another member", async () => {
    const of = (change: object, wait = 10_000) => {
      const next = traffic();
      return [
        next("GET", SCHEDULE, 200, { answer: shown(), at: 1_000 }),
        next("PATCH", SCHEDULE, 200, { ...updated(4), at: 2_000 }),
        next("GET", SCHEDULE, 200, { answer: shown({ referenceHourOfDay: 4, ...change }), at: 2_000 + wait }),
        next("PATCH", SCHEDULE, 200, { ...updated(5), at: 30_000 }),
        next("GET", SCHEDULE, 200, { answer: shown({ referenceHourOfDay: 5 }), at: 30_000 + wait }),
      ];
    };
    // The minute changes from 30 to 0, and from 0 back to 30.
    expect((await outcomesOf(of({ referenceMinuteOfHour: 0 })))[CHECK]).toBe("fail");
    expect((await outcomesOf(of({ nextSnapshot: "2026-01-01T00:00:00Z" })))[CHECK]).toBe("pass");
    expect((await outcomesOf(of({ referenceMinuteOfHour: 0 }, 1_000)))[CHECK]).toBe("not-applicable");
  });

  it("compares the answers of consecutive updates", async () => {
    const of = (minutes: readonly number[]) => {
      const next = traffic();
      return minutes.map((referenceMinuteOfHour, index) =>
        next("PATCH", SCHEDULE, 200, {
          ...updated(index),
          answer: shown({ referenceHourOfDay: index, referenceMinuteOfHour }),
        }),
      );
    };
    expect((await outcomesOf(of([30, 30, 30])))[CHECK]).toBe("pass");
    expect((await outcomesOf(of([30, 20, 10])))[CHECK]).toBe("fail");
    // A single change may come from another client.
    expect((await outcomesOf(of([30, 20])))[CHECK]).toBe("not-applicable");
  });

  it("is not-applicable across a write that may change more, or whose outcome is unknown", async () => {
    const of = (method: string, path: string, status: number) => {
      const next = traffic();
      return [30, 20, 10].flatMap((referenceMinuteOfHour, index) => [
        next("PATCH", SCHEDULE, 200, {
          ...updated(index),
          answer: shown({ referenceHourOfDay: index, referenceMinuteOfHour }),
        }),
        next(method, path, status, { body: { policies: [] } }),
      ]);
    };
    expect((await outcomesOf(of("PATCH", SCHEDULE, 504)))[CHECK]).toBe("not-applicable");
    expect((await outcomesOf(of("PATCH", SCHEDULE, 200)))[CHECK]).toBe("not-applicable");
    expect((await outcomesOf(of("DELETE", SCHEDULE, 200)))[CHECK]).toBe("not-applicable");
    expect((await outcomesOf(of("POST", `${CLUSTER}/backup/snapshots`, 200)))[CHECK]).toBe("fail");
  });
});

describe("SNP-EXPIRY-EFFECT", () => {
  const CHECK = "SNP-EXPIRY-EFFECT@changeSnapshotExpiration/v1.0";
  const SNAPSHOTS = `${CLUSTER}/backup/snapshots`;
  const created = Date.UTC(2026, 0, 1);
  const shown = (days: number) => ({
    id: ID,
    createdAt: new Date(created).toISOString(),
    expiresAt: new Date(created + days * DAY).toISOString(),
    snapshotType: "onDemand",
  });
  const of = (days: readonly number[], wait = 10_000) => {
    const next = traffic();
    return days.flatMap((day, index) => {
      const at = created + index * 60_000;
      const body = { retentionUnit: "WEEKS", retentionValue: 1 + index };
      return [
        next("GET", `${SNAPSHOTS}/${ID}`, 200, { answer: shown(1), at }),
        next("PATCH", `${SNAPSHOTS}/${ID}`, 200, { body, at: at + 1_000 }),
        next("GET", `${SNAPSHOTS}/${ID}`, 200, { answer: shown(day), at: at + 1_000 + wait }),
      ];
    });
  };

  it("passes if the expiry matches the retention, in any unit", async () => {
    expect((await outcomesOf(of([7, 14])))[CHECK]).toBe("pass");
    expect((await outcomesOf(of([2, 3])))[CHECK]).toBe("fail");
    expect((await outcomesOf(of([2])))[CHECK]).toBe("not-applicable");
  });

  it("is not-applicable if the expiry may not have moved yet", async () => {
    expect((await outcomesOf(of([1, 1])))[CHECK]).toBe("not-applicable");
    expect((await outcomesOf(of([2, 3], 1_000)))[CHECK]).toBe("not-applicable");
  });
});

describe("SNP-TAKE", () => {
  const CHECK = "SNP-TAKE@takeSnapshot/v1.0";
  const SNAPSHOTS = `${CLUSTER}/backup/snapshots`;
  const shown = (id: string) => ({ id, snapshotType: "onDemand", status: "completed" });
  const list = (ids: readonly string[], totalCount = ids.length) => ({ results: ids.map(shown), totalCount });
  const of = (listed: (id: string) => object, { wait = 70_000, query = "", ends = "DELETE" } = {}) => {
    const next = traffic();
    return [ID, OTHER].flatMap((id, index) => {
      const at = 1_000 + index * 200_000;
      return [
        next("POST", SNAPSHOTS, 200, { body: { description: "d", retentionInDays: 1 }, answer: shown(id), at }),
        next("GET", `${SNAPSHOTS}${query}`, 200, { answer: listed(id), at: at + wait }),
        next(ends, `${SNAPSHOTS}/${id}`, 200, { answer: shown(id), at: at + wait + 1_000 }),
      ];
    });
  };

  it("fails if a list a minute later lacks the snapshot although it exists", async () => {
    expect((await outcomesOf(of((id) => list([id]))))[CHECK]).toBe("pass");
    expect((await outcomesOf(of(() => list([]))))[CHECK]).toBe("fail");
    expect((await outcomesOf(of(() => list([]), { ends: "GET" })))[CHECK]).toBe("fail");
    expect((await outcomesOf(of(() => list([]), { wait: 20_000 })))[CHECK]).toBe("not-applicable");
  });

  it("is not-applicable if the snapshot may be on another page, or deleted", async () => {
    expect((await outcomesOf(of(() => list([], 1))))[CHECK]).toBe("not-applicable");
    expect((await outcomesOf(of(() => list([]), { query: "?pageNum=2" })))[CHECK]).toBe("not-applicable");
    const gone = of(() => list([])).filter(({ request }) => request.method !== "DELETE");
    expect((await outcomesOf(gone))[CHECK]).toBe("not-applicable");
  });

  it("looks for the snapshot on all pages of a list", async () => {
    const next = traffic();
    const exchanges = [ID, OTHER].flatMap((id, index) => {
      const at = 1_000 + index * 200_000;
      const page = (number: number, shownId: string) =>
        next("GET", `${SNAPSHOTS}?itemsPerPage=1&pageNum=${number}`, 200, {
          answer: list([shownId], 2),
          at: at + 70_000 + number,
        });
      return [
        next("POST", SNAPSHOTS, 200, { body: { description: "d", retentionInDays: 1 }, answer: shown(id), at }),
        page(1, "d".repeat(24)),
        page(2, "e".repeat(24)),
        next("GET", `${SNAPSHOTS}/${id}`, 200, { answer: shown(id), at: at + 80_000 }),
      ];
    });
    expect((await outcomesOf(exchanges))[CHECK]).toBe("fail");
  });
});

describe("defaults of omitted members", () => {
  const POLICY = `/api/product/v2/groups/${GROUP}/backupCompliancePolicy`;
  const JOBS = `/api/product/v2/groups/${GROUP}/clusters/Cluster0/backup/exports`;
  const body = { authorizedEmail: "a@example.com" };
  const policy = (sent: object, pitEnabled: boolean, times = 2) => {
    const next = traffic();
    return Array.from({ length: times }, () =>
      next("PUT", POLICY, 200, { body: { ...body, ...sent }, answer: { ...body, pitEnabled }, ...V2 }),
    );
  };
  const PIT = "CMP-DEFAULT-FROM-TRUE@updateBackupCompliancePolicy/v2";

  it("CMP-DEFAULT-FROM-TRUE warns if pitEnabled is on without being sent", async () => {
    expect((await outcomesOf(policy({}, false)))[PIT]).toBe("pass");
    expect((await outcomesOf(policy({}, true)))[PIT]).toBe("warn");
    expect((await outcomesOf(policy({}, true, 1)))[PIT]).toBe("not-applicable");
    expect((await outcomesOf(policy({ pitEnabled: true }, true)))[PIT]).toBe("not-applicable");
  });

  it("EXJ-CREATE-READ warns if an export job shows custom data that was not sent", async () => {
    const of = (customData: unknown) => {
      const ids = { exportBucketId: ID, snapshotId: OTHER };
      return [traffic()("POST", JOBS, 200, { body: ids, answer: { ...ids, id: ID, customData }, ...V2 })];
    };
    const check = "EXJ-CREATE-READ@createExportJob/v2";
    expect((await outcomesOf(of([])))[check]).toBe("pass");
    expect((await outcomesOf(of([{ key: "a", value: "b" }])))[check]).toBe("warn");
  });
});

describe("RST-KEPT", () => {
  const CHECK = "RST-KEPT@createRestoreJob/v1.0";
  const target = { targetClusterName: "Cluster1", targetGroupId: GROUP };
  const body = { deliveryType: "download", snapshotId: OTHER, ...target };
  const shown = { id: ID, deliveryType: "download", snapshotId: OTHER };
  const outcomeOf = async (body: object, answer: object) => {
    const next = traffic();
    return (await outcomesOf([next("POST", `${CLUSTER}/backup/restoreJobs`, 200, { body, answer })]))[CHECK];
  };

  it.each([
    ["pass", shown],
    ["pass", { ...shown, ...target }],
    ["fail", { ...shown, ...target, targetClusterName: "Cluster2" }],
    ["fail", { ...shown, snapshotId: ID }],
  ])("accepts a download without its target, but no other values: %s", async (outcome, answer) => {
    expect(await outcomeOf(body, answer)).toBe(outcome);
  });

  it("requires the target of an automated restore", async () => {
    const automated = { deliveryType: "automated" };
    expect(await outcomeOf({ ...body, ...automated }, { ...shown, ...automated })).toBe("fail");
    expect(await outcomeOf({ ...body, ...automated }, { ...shown, ...target, ...automated })).toBe("pass");
  });
});
