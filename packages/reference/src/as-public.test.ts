import { atlas } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { memberIn } from "./json.test-support.ts";
import { running } from "./running.test-support.ts";

const FILTERS = { outageFilters: [{ cloudProvider: "PROVIDER_A", regionName: "US_EAST_1", type: "REGION" }] };
const EVENT = { eventTypeName: "CREDIT_CARD_ABOUT_TO_EXPIRE", enabled: true };
const EMAIL = { typeName: "EMAIL", emailAddress: "nobody@example.net" };

describe("a server that refuses what the public service refuses", () => {
  it("ends an outage only once it is simulated", async () => {
    const caller = await running({ asPublic: true, speed: 10 });
    const { clock, world } = caller.reference;
    const path = { clusterName: world.clusterName };
    await caller.call("startOutageSimulation", { path, json: FILTERS });
    clock.advance(2_900);
    const early = await caller.call("endOutageSimulation", { path });
    expect([early.status, memberIn(early.json, "errorCode")]).toEqual([400, "CLUSTER_OUTAGE_NOT_SIMULATING"]);
    expect(memberIn((await caller.call("getOutageSimulation", { path })).json, "state")).toBe("STARTING");
    clock.advance(100);
    expect((await caller.call("endOutageSimulation", { path })).status).toBe(200);
  });

  it.each([
    ["/matchers/0", { ...EVENT, matchers: [{ field: "TYPE_NAME" }], notifications: [EMAIL] }, "fieldName, operator"],
    ["/notifications/1", { ...EVENT, notifications: [EMAIL, { typeName: "EMAIL", address: "a" }] }, "emailAddress"],
  ])("stores nothing at %s of which it knows no member", async (pointer, json, known) => {
    const caller = await running({ asPublic: true });
    const refused = await caller.call("createAlertConfig", { json });
    expect([refused.status, memberIn(refused.json, "errorCode")]).toEqual([400, "VALIDATION_ERROR"]);
    expect(memberIn(refused.json, "detail")).toContain(`"${pointer}": expected any of`);
    expect(memberIn(refused.json, "detail")).toContain(known);
  });

  it("takes what has a member that it knows, or none at all, and speaks the names of its profile", async () => {
    const caller = await running({ asPublic: true, profile: atlas });
    const json = { ...EVENT, matchers: [{}, { fieldName: "TYPE_NAME", more: 1 }], notifications: [EMAIL] };
    expect((await caller.call("createAlertConfig", { json })).status).toBe(200);
    const platform = { ...EVENT, notifications: [{ typeName: "DATADOG", key: "a" }] };
    expect(memberIn((await caller.call("createAlertConfig", { json: platform })).json, "detail")).toContain(
      "datadogApiKey",
    );
  });

  it("is asked for: otherwise all of that is left open", async () => {
    const caller = await running();
    const path = { clusterName: caller.reference.world.clusterName };
    await caller.call("startOutageSimulation", { path, json: FILTERS });
    expect((await caller.call("endOutageSimulation", { path })).status).toBe(200);
    const json = { ...EVENT, matchers: [{ field: "TYPE_NAME" }], notifications: [EMAIL] };
    expect((await caller.call("createAlertConfig", { json })).status).toBe(200);
  });
});
