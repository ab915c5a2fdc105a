import type { Fields } from "../records/fields.ts";
import { fieldsOf, textMember } from "../rules/members.ts";
import { isShared } from "../rules/tiers.ts";
import { anyReconfiguration, creationFaults, refusedCreations, statedId } from "./cluster-creation.ts";
import { decides } from "./cluster-decisions.ts";
import { layer } from "./fault.ts";
import type { Probe } from "./probe.ts";

const HOUR = 3_600_000;

const shows = (change: (cluster: Fields) => Fields) =>
  decides(({ showCluster }) => ({
    showCluster: (cluster) => ({ ...showCluster(cluster), ...change(showCluster(cluster)) }),
  }));

const connects = (change: (strings: Fields) => Fields) =>
  decides(({ connectionStrings }) => ({
    connectionStrings: (cluster) => ({ ...connectionStrings(cluster), ...change(connectionStrings(cluster)) }),
  }));

const listsClusters: Probe = [["listClusters"]];

/** Mistakes in the creation of clusters and in the lists that show them. */
export const clusterFaults = layer("clusters", [
  {
    id: "CL-01",
    text: "numShards of a listed cluster is a text.",
    violates: ["CLU-LIST-SHAPE"],
    change: shows(({ numShards }) => ({ numShards: String(numShards) })),
    probe: listsClusters,
  },
  {
    id: "CL-02",
    text: "The list across projects shows the versions of a cluster as one text.",
    violates: ["CLU-CROSS-SHAPE"],
    change: decides(({ showProject }) => ({
      showProject: (project) => {
        const { clusters } = showProject(project);
        return {
          ...showProject(project),
          clusters: Array.isArray(clusters) ? clusters.map((one) => ({ ...fieldsOf(one), versions: "8.0.4" })) : [],
        };
      },
    })),
    probe: [["listAllClusters"]],
  },
  {
    id: "CL-62",
    text: "In the list across projects, every cluster shows the versions of the first cluster of its project.",
    violates: ["CLU-ALL-VERSIONS"],
    change: decides(({ showProject }) => ({
      showProject: (project) => {
        const { clusters, ...others } = showProject(project);
        const all = Array.isArray(clusters) ? clusters.map(fieldsOf) : [];
        return { ...others, clusters: all.map((one) => ({ ...one, versions: all[0]?.["versions"] })) };
      },
    })),
    probe: [["listAllClusters"]],
  },
  {
    id: "CL-63",
    text: "A clusterName of 64 characters is refused.",
    violates: ["CLU-NAME-LONGEST"],
    change: ({ read }) => ({
      read: (parameter, text, operation) =>
        read(parameter, parameter.name === "clusterName" && text.length === 64 ? `${text}x` : text, operation),
    }),
    probe: [["listSnapshots", { path: { clusterName: "a".repeat(64) } }]],
  },
  {
    id: "CL-03",
    text: "The lists contain clusters that span several clouds.",
    violates: ["CLU-NO-MULTICLOUD-ALL", "CLU-NO-MULTICLOUD-PROJECT"],
    change: decides(() => ({ lists: () => true })),
    probe: listsClusters,
  },
  {
    id: "CL-94",
    text: "A list with removed clusters contains clusters that span several clouds.",
    violates: ["CLU-NO-MULTICLOUD-PROJECT"],
    change: decides(({ lists }) => ({ lists: (cluster, withRemoved) => withRemoved || lists(cluster, withRemoved) })),
    probe: [["listClusters", { query: "includeDeletedWithRetainedBackups=true" }]],
  },
  {
    id: "CL-04",
    text: "Removed clusters are listed by default.",
    violates: ["CLU-DELETED-PARAM"],
    change: ({ defaultOf }) => ({
      defaultOf: (parameter) => (parameter.name === "includeDeletedWithRetainedBackups" ? true : defaultOf(parameter)),
    }),
    probe: listsClusters,
  },
  ...creationFaults,
  {
    id: "CL-19",
    text: "engineVersion has two numbers only.",
    violates: ["CLU-ENGINEVERSION"],
    change: ({ clusters: { showCluster }, clusters }) => ({
      clusters: {
        ...clusters,
        showCluster: (cluster) => {
          const shown = showCluster(cluster);
          return { ...shown, engineVersion: textMember(shown, "engineMajorVersion") };
        },
      },
    }),
    probe: listsClusters,
  },
  {
    id: "CL-20",
    text: "The standard connection string is a list of hosts.",
    violates: ["CLU-CONNSTRINGS"],
    change: shows(({ connectionStrings }) => {
      const strings = fieldsOf(connectionStrings);
      const { standard } = strings;
      return { connectionStrings: { ...strings, ...(standard !== undefined && { standard: [standard] }) } };
    }),
    probe: listsClusters,
  },
  {
    id: "CL-21",
    text: "Standard connection strings name another port.",
    violates: ["CLU-CONN-STANDARD"],
    change: connects(({ standard }) => ({ standard: String(standard).replaceAll(":27017", ":27018") })),
    probe: listsClusters,
  },
  {
    id: "CL-22",
    text: "Private connection strings equal the standard ones.",
    violates: ["CLU-CONN-PRIVATE"],
    change: connects(({ private: own, standard, privateSrv, standardSrv }) =>
      own === undefined ? {} : { private: standard, privateSrv: privateSrv && standardSrv },
    ),
    probe: listsClusters,
  },
  {
    id: "CL-23",
    text: "Connection strings of private endpoints name the port of the cluster.",
    violates: ["CLU-CONN-ENDPOINT"],
    change: connects(({ privateEndpoint }) =>
      Array.isArray(privateEndpoint)
        ? {
            privateEndpoint: privateEndpoint.map(fieldsOf).map((point) => ({
              ...point,
              connectionString: String(point["connectionString"]).replaceAll(/:10\d\d/g, ":27017"),
            })),
          }
        : {},
    ),
    probe: listsClusters,
  },
  {
    id: "CL-24",
    text: "createDate is a number of milliseconds.",
    violates: ["CLU-CREATEDATE"],
    change: shows(({ createDate }) => ({ createDate: Date.parse(String(createDate)) })),
    probe: listsClusters,
  },
  {
    id: "CL-75",
    text: "createDate is one hour late: a local time that is marked as UTC.",
    violates: ["REC-MOMENT-UTC"],
    shownOn: ["createCluster", "listClusters"],
    change: shows(({ createDate }) => ({ createDate: new Date(Date.parse(String(createDate)) + HOUR).toISOString() })),
    probe: listsClusters,
  },
  {
    id: "CL-25",
    text: "featureCompatibilityVersion is a number.",
    violates: ["CLU-TYPE-STRINGS"],
    change: shows(({ featureCompatibilityVersion }) => ({
      featureCompatibilityVersion: Number.parseFloat(String(featureCompatibilityVersion)),
    })),
    probe: listsClusters,
  },
  anyReconfiguration,
  {
    id: "CL-27",
    text: "A key with Project Read Only alone may not read clusters, in its project or across projects.",
    violates: ["OP68-ROLE", "OP69-ROLE"],
    change: ({ allowed }) => ({
      allowed: (operation, held) =>
        allowed(operation, held) &&
        (operation.area !== "clusters" || held.here.some((role) => role !== "Project Read Only")),
    }),
    probe: [["listClusters", { as: "projectReadOnly" }]],
  },
  ...refusedCreations,
  {
    id: "CL-60",
    text: "Every cluster shows the same host.",
    violates: ["CLU-CONN-OWN"],
    change: connects(() => ({ standardSrv: "engine+srv://cluster.abcde.example.net" })),
    probe: listsClusters,
  },
  statedId,
  {
    id: "CL-28",
    text: "The list across projects shows all projects to every caller.",
    violates: ["AUTH-ROLES-GATE-ALL", "CLU-ALL-REACH"],
    change: decides(() => ({ showsProject: () => true })),
    probe: [["listAllClusters", { as: "otherProjectOwner" }]],
  },
  {
    id: "CL-92",
    text: "The list across projects shows a project to every caller once a cluster was created in it.",
    violates: ["AUTH-ROLES-GATE-ALL"],
    shownOn: ["createCluster"],
    change: decides(({ showsProject }) => ({
      showsProject: (sees, isGrowing, readsAnother) => isGrowing || showsProject(sees, isGrowing, readsAnother),
    })),
    probe: ({ reference: { world } }) => [
      ["createCluster", { version: "1.0", json: { name: "Grown" }, path: { groupId: world.projectId } }],
      ["listAllClusters", { as: "otherProjectOwner" }],
    ],
  },
  {
    id: "CL-93",
    text: "The list across projects shows all projects to a key that may only read one of them.",
    violates: ["CLU-ALL-REACH"],
    change: decides(({ showsProject }) => ({
      showsProject: (sees, isGrowing, readsAnother) => readsAnother || showsProject(sees, isGrowing, readsAnother),
    })),
    probe: [["listAllClusters", { as: "projectReadOnly" }]],
  },
  {
    id: "CL-29",
    text: "The list across projects leaves out clusters of shared tiers.",
    violates: ["CLU-ALL-HOLDS-PROJECT"],
    change: decides(() => ({ summarizes: ({ tier }) => !isShared(tier) })),
    probe: [["listAllClusters"]],
  },
]);
