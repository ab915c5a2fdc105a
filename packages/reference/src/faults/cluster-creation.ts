import type { Violation } from "@plumbline/schemas/validate";
import type { Behaviour } from "../decisions/behaviour.ts";
import type { Fields } from "../records/fields.ts";
import { fieldsOf, listMember, textMember } from "../rules/members.ts";
import { ID } from "./bodies.ts";
import { decides } from "./cluster-decisions.ts";
import type { FaultRecord } from "./fault.ts";
import { createsCluster } from "./requests.ts";

/** Accepts some bodies of create that a correct server refuses. A value that no answer could show is lost. */
const overlooks =
  (overlooked: (violation: Violation) => boolean) =>
  ({ objections }: Behaviour): Partial<Behaviour> => ({
    objections: (found, sent) =>
      objections(found, sent).filter((violation) => sent.operation.id !== "createCluster" || !overlooked(violation)),
  });

/** Refuses some bodies of create that a correct server accepts. */
const objects =
  (to: (cluster: Fields) => boolean, pointer: string) =>
  ({ objections }: Behaviour): Partial<Behaviour> => ({
    objections: (found, sent) =>
      sent.operation.id === "createCluster" && to(fieldsOf(sent.body))
        ? [...objections(found, sent), { pointer, keyword: "not", expected: "another value", received: "this one" }]
        : objections(found, sent),
  });

const under = (...members: readonly string[]) => {
  const places = new Set(members);
  return ({ pointer }: Violation): boolean => places.has(pointer.split("/")[1] ?? "");
};

const SWITCHES = [
  "backupEnabled",
  "globalClusterSelfManagedSharding",
  "paused",
  "pitEnabled",
  "providerBackupEnabled",
  "terminationProtectionEnabled",
];

const SHARDED = { replicationSpecs: [{ regionsConfig: { US_EAST_1: {}, WESTERN_EUROPE: {} } }], diskSizeGB: 10 };

/** Bodies of new clusters that the server accepts although they are invalid, and wrong defaults. */
export const creationFaults: readonly FaultRecord[] = [
  {
    id: "CL-05",
    text: "The name of a new cluster is not validated, and an invalid one is replaced.",
    violates: ["CLU-NAME"],
    change: overlooks(under("name")),
    probe: createsCluster({ name: "a-" }),
  },
  {
    id: "CL-06",
    text: "A new cluster accepts any number of shards.",
    violates: ["CLU-NUMSHARDS"],
    change: overlooks(under("numShards")),
    probe: createsCluster({ numShards: 51 }),
  },
  {
    id: "CL-07",
    text: "A diskSizeGB below 10 is not raised to 10.",
    violates: ["CLU-DISK-LOW"],
    change: decides(() => ({ diskSize: (asked) => asked })),
    probe: createsCluster({ diskSizeGB: 5 }),
  },
  {
    id: "CL-08",
    text: "A diskSizeGB above 4096 is accepted.",
    violates: ["CLU-DISK-HIGH"],
    change: overlooks((violation) => violation.keyword !== "dependentRequired" && under("diskSizeGB")(violation)),
    probe: createsCluster({ diskSizeGB: 4_097 }),
  },
  {
    id: "CL-09",
    text: "A cluster with replicationSpecs may leave out diskSizeGB.",
    violates: ["CLU-DISK-REQUIRED"],
    change: overlooks(({ keyword }) => keyword === "dependentRequired"),
    probe: createsCluster({ replicationSpecs: [] }),
  },
  {
    id: "CL-10",
    text: "diskSizeGB is not limited by the memory of the tier.",
    violates: ["CLU-DISK-RAM"],
    change: decides(() => ({ mostDisk: () => Number.POSITIVE_INFINITY })),
    probe: createsCluster({ diskSizeGB: 101 }),
  },
  {
    id: "CL-70",
    text: "A diskSizeGB of exactly 50 times the memory of the tier is refused.",
    violates: ["CLU-DISK-RAM"],
    change: decides(({ mostDisk }) => ({ mostDisk: (tier) => mostDisk(tier) - 0.5 })),
    probe: [["createCluster", { json: { diskSizeGB: 100 } }]],
  },
  {
    id: "CL-71",
    text: "Labels and tags with a key or value of 255 characters are refused.",
    violates: ["CLU-TAKES"],
    change: objects((cluster) => {
      const pairs = ["labels", "tags"].flatMap((name) => listMember(cluster, name));
      return pairs.flatMap((pair) => Object.values(pair)).some((text) => String(text).length === 255);
    }, ""),
    probe: [["createCluster", { json: { tags: [{ key: "a".repeat(255), value: "x" }] } }]],
  },
  {
    id: "CL-11",
    text: "A new cluster of a shared tier gets the requested diskSizeGB.",
    violates: ["CLU-DISK-SHARED"],
    change: decides(() => ({ takesDiskSize: () => true })),
    probe: createsCluster({ diskSizeGB: 20, providerSettings: { instanceSizeName: "M2" } }),
  },
  {
    id: "CL-12",
    text: "A cluster may span the regions of several providers.",
    violates: ["CLU-CREATE-NO-MULTICLOUD"],
    change: decides(() => ({ spansProviders: () => false })),
    probe: createsCluster(SHARDED),
  },
  {
    id: "CL-72",
    text: "A request for a cluster of several providers without a size is answered 500.",
    violates: ["CLU-CREATE-NO-MULTICLOUD", "ERR-NO-500"],
    change: decides(({ spansProviders }) => ({
      spansProviders: (asked) => {
        if (spansProviders(asked) && textMember(fieldsOf(asked["providerSettings"]), "instanceSizeName") === undefined)
          throw new TypeError("there is no size");
        return spansProviders(asked);
      },
    })),
    probe: createsCluster({ ...SHARDED, providerSettings: { providerName: "PROVIDER_A" } }),
  },
  {
    id: "CL-13",
    text: "Members of a new cluster that have a closed set of values accept any value.",
    violates: [
      "CLU-ENUM-CLUSTERTYPE",
      "CLU-ENUM-CONFIGSERVERMANAGEMENTMODE",
      "CLU-ENUM-DISKWARMINGMODE",
      "CLU-ENUM-REPLICASETSCALINGSTRATEGY",
      "CLU-ENUM-ROOTCERTTYPE",
      "CLU-ENUM-VERSIONRELEASESYSTEM",
      "CLU-ENUM-ENCRYPTIONATRESTPROVIDER",
      "CLU-ENUM-REPLICATIONFACTOR",
    ],
    change: overlooks(({ keyword }) => keyword === "enum"),
    probe: createsCluster({ clusterType: "NOPE" }),
  },
  {
    id: "CL-14",
    text: "The nested members of a new cluster are not validated.",
    violates: [
      "CLU-TYPE-AUTOSCALING",
      "CLU-TYPE-BICONNECTOR",
      "CLU-TYPE-PROVIDERSETTINGS",
      "CLU-TYPE-REPLICATIONSPEC",
      "CLU-TYPE-REPLICATIONSPECS",
      "CLU-TYPE-VENDOREMPLOYEEACCESSGRANT",
    ],
    change: overlooks(
      under(
        "autoScaling",
        "biConnector",
        "providerSettings",
        "replicationSpec",
        "replicationSpecs",
        "vendorEmployeeAccessGrant",
      ),
    ),
    probe: createsCluster({ biConnector: { enabled: "x" } }),
  },
  {
    id: "CL-15",
    text: "The boolean members of a new cluster accept any value.",
    violates: ["CLU-TYPE-BOOLEANS"],
    change: overlooks(under(...SWITCHES)),
    probe: createsCluster({ paused: "x" }),
  },
  {
    id: "CL-16",
    text: "Keys and values of labels and tags may have any length.",
    violates: ["CLU-LABELS", "CLU-TAGS"],
    change: overlooks(under("labels", "tags")),
    probe: createsCluster({ tags: [{ key: "", value: "x" }] }),
  },
  {
    id: "CL-17",
    text: "A new cluster has termination protection by default.",
    violates: ["CLU-TERMINATION-DEFAULT"],
    change: decides(({ settings }) => ({
      settings: (asked) => settings({ terminationProtectionEnabled: true, ...asked }),
    })),
    probe: createsCluster({}),
  },
  {
    id: "CL-18",
    text: "A cluster that was created without engineMajorVersion shows an empty one.",
    violates: ["CLU-MAJORVERSION"],
    change: decides(({ settings }) => ({
      settings: (asked) => settings({ engineMajorVersion: "", ...asked }),
    })),
    probe: createsCluster({}),
  },
  {
    id: "CL-73",
    text: "Members that a new cluster leaves out get other values than the stated defaults.",
    violates: [
      "CLU-ENUM-CONFIGSERVERMANAGEMENTMODE",
      "CLU-ENUM-DISKWARMINGMODE",
      "CLU-ENUM-REPLICASETSCALINGSTRATEGY",
      "CLU-ENUM-VERSIONRELEASESYSTEM",
    ],
    change: decides(({ settings }) => ({
      settings: (asked) =>
        settings({
          configServerManagementMode: "FIXED_TO_DEDICATED",
          diskWarmingMode: "VISIBLE_EARLIER",
          replicaSetScalingStrategy: "SEQUENTIAL",
          versionReleaseSystem: "CONTINUOUS",
          ...asked,
        }),
    })),
    probe: createsCluster({}),
  },
];

/** Valid bodies that the server refuses. */
export const refusedCreations: readonly FaultRecord[] = [
  {
    id: "CL-30",
    text: "A new cluster with tags is refused.",
    violates: ["CLU-TAKES"],
    change: objects((cluster) => listMember(cluster, "tags").length > 0, "/tags"),
    probe: createsCluster({ tags: [{ key: "a", value: "b" }] }),
  },
  {
    id: "CL-31",
    text: "A cluster name of more than 23 characters is refused.",
    violates: ["CLU-TAKES"],
    change: objects((cluster) => (textMember(cluster, "name") ?? "").length > 23, "/name"),
    probe: createsCluster({ name: "a".repeat(24) }),
  },
];

/**
 * A switch that the server does not check; outside `creationFaults` because it has its own place in the layer
 * `clusters`.
 */
export const anyReconfiguration: FaultRecord = {
  id: "CL-26",
  text: "acceptDataRisksAndForceReplicaSetReconfig accepts any value.",
  violates: ["CLU-TYPE-ACCEPTDATARISKSANDFORCEREPLICASETRECONFIG"],
  change: overlooks(under("acceptDataRisksAndForceReplicaSetReconfig")),
  probe: createsCluster({ acceptDataRisksAndForceReplicaSetReconfig: "now" }),
};

/** A member that the interface marks as read-only, yet the server keeps it from the body. */
export const statedId: FaultRecord = {
  id: "CL-61",
  text: "A new cluster gets the id that the request states.",
  violates: ["CLU-READONLY"],
  change: (honest) => {
    const stated = new Map<unknown, unknown>();
    return {
      keeps: (body, operation) => {
        const { name, id } = fieldsOf(body);
        if (operation.id === "createCluster" && id !== undefined) stated.set(name, id);
        return honest.keeps(body, operation);
      },
      ...decides(({ showCluster }) => ({
        showCluster: (cluster) => {
          const id = stated.get(cluster["name"]);
          return { ...showCluster(cluster), ...(id !== undefined && { id }) };
        },
      }))(honest),
    };
  },
  probe: createsCluster({ name: "own", id: ID }),
};
