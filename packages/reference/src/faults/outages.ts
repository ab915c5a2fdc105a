import type { Fields } from "../records/fields.ts";
import type { StoredOutage } from "../records/outage.ts";
import { fieldsOf, listMember } from "../rules/members.ts";
import { layer } from "./fault.ts";
import { overlooks } from "./overlooks.ts";
import type { Asked, Probe } from "./probe.ts";

const simulatesOutage: Probe = [
  ["startOutageSimulation", { json: { outageFilters: [{ regionName: "US_EAST_1", type: "REGION" }] } }],
  ["getOutageSimulation"],
  ["endOutageSimulation"],
];

const FILTER = { cloudProvider: "PROVIDER_A", regionName: "US_EAST_1", type: "REGION" };

const startsOutage = (regionName: string, path: Readonly<Record<string, string>> = {}): Asked => [
  "startOutageSimulation",
  { path, json: { outageFilters: [{ ...FILTER, regionName }] } },
];
const MINUTE = 60_000;

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** The filters of a simulation that OU-12 begins on a cluster that had one, which nobody sees. */
const OVER: StoredOutage["outageFilters"] = [];

/** Starts a simulation in another region after the first is complete. */
const restartsOutage: Probe = async ({ ask, reference }) => {
  await ask(startsOutage("US_EAST_1"), ["endOutageSimulation"]);
  reference.clock.advance(MINUTE);
  return ask(startsOutage("EU_WEST_1"), ["getOutageSimulation"]);
};

/** Ends one of two simulations and reads the other. */
const endsOneOutage: Probe = ({ reference: { world } }) => {
  const path = { clusterName: world.backup.shardedClusterName };
  return [
    startsOutage("US_EAST_1"),
    startsOutage("US_EAST_1", path),
    ["endOutageSimulation"],
    ["getOutageSimulation", { path }],
  ];
};

/** The simulation that began first, of those that began in the hour before the addressed one and that nobody ended. */
const firstOf = (all: readonly StoredOutage[], { created }: StoredOutage): StoredOutage | undefined =>
  all
    .filter((one) => one.ended === undefined && created - one.created < 60 * MINUTE)
    .toSorted((a, b) => a.created - b.created)[0];

/** Mistakes in the states and filters of simulated outages. */
export const outageFaults = layer("outage simulation", [
  {
    id: "OU-11",
    text: "A start that is refused for want of outage filters begins a simulation.",
    violates: ["OUT-NONEMPTY", "OUT-FIELDS", "OUT-FILTERS"],
    inPassing: ["REC-REFUSED"],
    change: ({ keptOfRefused }) => ({
      keptOfRefused: (body, operation) =>
        operation.id === "startOutageSimulation" && listMember(fieldsOf(body), "outageFilters").length === 0
          ? { operation: operation.id, body: { outageFilters: [] } }
          : keptOfRefused(body, operation),
    }),
    probe: [["startOutageSimulation", { json: { outageFilters: [] } }], ["getOutageSimulation"]],
  },
  {
    id: "OU-12",
    text: "A start that is refused for an empty list of filters begins the first simulation of a cluster.",
    violates: ["OUT-FILTERS", "OUT-FIELDS"],
    change: ({ keptOfRefused, outages }) => ({
      keptOfRefused: (body, operation) =>
        operation.id === "startOutageSimulation" && isEmptyList(fieldsOf(body)["outageFilters"])
          ? { operation: operation.id, body: { outageFilters: [] } }
          : keptOfRefused(body, operation),
      outages: {
        ...outages,
        filters: (sent, before) => (sent.length === 0 && before !== undefined ? OVER : outages.filters(sent, before)),
        stateOf: (outage, now) => (outage.outageFilters === OVER ? "COMPLETE" : outages.stateOf(outage, now)),
      },
    }),
    probe: [["startOutageSimulation", { json: { outageFilters: [] } }], ["getOutageSimulation"]],
  },
  {
    id: "OU-01",
    text: "A read of a simulation shows regionName as a number.",
    violates: ["OUT-FIELDS", "OUT-GET"],
    inPassing: ["REC-VIEWS"],
    change: ({ outages }) => ({
      outages: { ...outages, showRead: (outage) => ({ ...outage, outageFilters: [{ regionName: 1 }] }) },
    }),
    probe: simulatesOutage,
  },
  {
    id: "OU-02",
    text: "An outage can be started without a filter.",
    violates: ["OUT-NONEMPTY", "OUT-FIELDS"],
    change: overlooks(["startOutageSimulation"], () => true),
    probe: [["startOutageSimulation", { json: {} }]],
  },
  {
    id: "OU-03",
    text: "A simulation begins in the state STARTING.",
    violates: ["OUT-START"],
    change: ({ outages }) => ({
      outages: {
        ...outages,
        stateOf: (outage, now) => {
          const state = outages.stateOf(outage, now);
          return state === "START_REQUESTED" ? "STARTING" : state;
        },
      },
    }),
    probe: simulatesOutage,
  },
  {
    id: "OU-04",
    text: "A read of a simulation shows the id of another one.",
    violates: ["OUT-GET"],
    inPassing: ["REC-VIEWS"],
    change: ({ outages }) => ({
      outages: { ...outages, showRead: (outage) => ({ ...outage, id: "0123456789abcdef01234567" }) },
    }),
    probe: simulatesOutage,
  },
  {
    id: "OU-05",
    text: "Ending a simulation returns it with the state START_REQUESTED.",
    violates: ["OUT-END"],
    change: ({ outages }) => ({
      outages: { ...outages, showEnded: (outage) => ({ ...outage, state: "START_REQUESTED" }) },
    }),
    probe: simulatesOutage,
  },
  {
    id: "OU-06",
    text: "A new simulation gets the filters of the previous one.",
    violates: ["OUT-AGAIN"],
    change: ({ outages }) => ({
      outages: { ...outages, filters: (sent, before) => before?.outageFilters ?? sent },
    }),
    probe: restartsOutage,
  },
  {
    id: "OU-08",
    text: "A new simulation shows the startRequestDate of the first one of its cluster.",
    violates: ["OUT-AGAIN"],
    change: ({ outages }) => {
      const dates = new Map<unknown, unknown>();
      const dated = (outage: Fields): Fields => {
        const { clusterName, startRequestDate } = outage;
        if (!dates.has(clusterName)) dates.set(clusterName, startRequestDate);
        return { ...outage, startRequestDate: dates.get(clusterName) };
      };
      return { outages: { ...outages, showOutage: dated, showRead: dated } };
    },
    probe: restartsOutage,
  },
  {
    id: "OU-09",
    text: "A simulation keeps only the first of several filters.",
    violates: ["OUT-FILTERS"],
    inPassing: ["REC-ECHO"],
    change: ({ outages }) => ({
      outages: { ...outages, filters: (sent, before) => outages.filters(sent, before).slice(0, 1) },
    }),
    probe: [["startOutageSimulation", { json: { outageFilters: [FILTER, { ...FILTER, regionName: "EU_WEST_1" }] } }]],
  },
  {
    id: "OU-10",
    text: "The answer to the end of a simulation shows its new state, but the simulation goes on.",
    violates: ["OUT-END"],
    change: ({ outages }) => ({ outages: { ...outages, ends: () => false } }),
    probe: [...simulatesOutage, ["getOutageSimulation"]],
  },
  {
    id: "OU-07",
    text: "Ending the simulation of one cluster ends the simulations of all clusters in the project.",
    violates: ["OUT-END-ONLY"],
    inPassing: ["SIDE-ACCEPTED"],
    change: ({ outages }) => ({
      outages: {
        ...outages,
        endsWith: (outage, all) => all.filter(({ id, ended }) => id !== outage.id && ended === undefined),
      },
    }),
    probe: endsOneOutage,
  },
  {
    id: "OU-14",
    text: "An end of a simulation has no effect while one that began shortly before is under way in the project.",
    violates: ["OUT-END-ONLY"],
    change: ({ outages }) => ({
      outages: {
        ...outages,
        ends: (outage, all) => firstOf(all, outage)?.id === outage.id && outages.ends(outage, all),
      },
    }),
    probe: ({ reference: { world } }) => {
      const path = { clusterName: world.backup.shardedClusterName };
      return [
        startsOutage("US_EAST_1"),
        startsOutage("US_EAST_1", path),
        ["endOutageSimulation", { path }],
        ["getOutageSimulation", { path }],
      ];
    },
  },
  {
    id: "OU-13",
    text: "Ending a simulation also ends the one in the project that began first within the hour before.",
    violates: ["OUT-END-ONLY"],
    inPassing: ["SIDE-ACCEPTED"],
    change: ({ outages }) => ({
      outages: {
        ...outages,
        endsWith: (outage, all) => {
          const first = firstOf(all, outage);
          return first === undefined || first.id === outage.id ? [] : [first];
        },
      },
    }),
    probe: ({ reference: { world } }) => {
      const path = { clusterName: world.backup.shardedClusterName };
      return [
        startsOutage("US_EAST_1", path),
        startsOutage("US_EAST_1"),
        ["endOutageSimulation"],
        ["getOutageSimulation", { path }],
      ];
    },
  },
]);
