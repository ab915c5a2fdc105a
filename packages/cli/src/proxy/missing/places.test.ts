import { type Recognised, Recogniser } from "@plumbline/conformance";
import { bindContract, fillPath, neutral, type OperationId } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { Places } from "./places.ts";

const contract = bindContract(neutral);
const recogniser = new Recogniser(contract);
const [GROUP, OTHER, ORG] = ["a".repeat(24), "b".repeat(24), "c".repeat(24)];

function asked(operation: OperationId, values: Readonly<Record<string, string>>): Recognised {
  const [route] = contract.operation(operation).routes;
  const found =
    route &&
    recogniser.find(
      route.method,
      fillPath(route.path, (name) => values[name] ?? ""),
    );
  return found ?? expect.fail(`${operation} has no such path`);
}
const snapshots = (groupId: string, clusterName: string) => asked("listSnapshots", { groupId, clusterName });

it("takes only the records of the first request for records of the target", () => {
  const places = new Places({});
  expect(places.first(snapshots(GROUP, "one"))).toEqual({ projectId: GROUP });
  expect(places.in(snapshots(GROUP, "one"))).toEqual({ projectId: GROUP, clusterName: "one" });
  expect(places.in(snapshots(GROUP, "two"))).toEqual({ projectId: GROUP });
  expect(places.in(snapshots(OTHER, "one"))).toEqual({});
  expect(places.in(asked("listMigratableProjects", { orgId: ORG }))).toEqual({ orgId: ORG });
});

it("takes no text for an id or a name that is none, and no serverless instance for a cluster", () => {
  const places = new Places({});
  for (const one of [snapshots("nonsense", "one"), snapshots("A".repeat(24), "one")])
    expect(places.in(one)).toEqual({});
  expect(places.in(snapshots(GROUP, "-"))).toEqual({ projectId: GROUP });
  expect(places.in(asked("listServerlessRestoreJobs", { groupId: GROUP, clusterName: "one" }))).toEqual({
    projectId: GROUP,
  });
});

it("knows the records that the target file names, and those of successful answers", () => {
  const places = new Places({ groupId: GROUP, orgId: ORG, clusterName: "named" });
  expect(places.first(snapshots(OTHER, "one"))).toEqual({ projectId: GROUP, orgId: ORG, clusterName: "named" });
  expect(places.in(snapshots(OTHER, "one"))).toEqual({});
  expect(places.in(snapshots(GROUP, "one"))).toEqual({ projectId: GROUP });
  places.learn(snapshots(OTHER, "one"));
  expect(places.in(snapshots(OTHER, "one"))).toEqual({ projectId: OTHER, clusterName: "one" });
  places.learnClusters(asked("listClusters", { groupId: GROUP }), [{ name: "one" }, { name: 7 }, null]);
  expect(places.in(snapshots(GROUP, "one"))).toEqual({ projectId: GROUP, clusterName: "one" });
});

it("tells of a cluster once, so that one that is removed stays so", () => {
  const places = new Places({});
  expect(places.in(snapshots(GROUP, "one"))).toHaveProperty("clusterName");
  expect(places.in(snapshots(GROUP, "one"))).not.toHaveProperty("clusterName");
});
