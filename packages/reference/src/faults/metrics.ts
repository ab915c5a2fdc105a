import { fieldsOf } from "../rules/members.ts";
import type { MetricsCredentials } from "../secrets.ts";
import { layer } from "./fault.ts";
import type { Probe, Prober } from "./probe.ts";
import { discovers } from "./requests.ts";

const discoversWith =
  (header: (user: MetricsCredentials, basic: Prober["basic"]) => string): Probe =>
  ({ reference: { metrics }, basic }) => [
    ["discoverMetricsTargets", { headers: { Authorization: header(metrics, basic) } }],
  ];

/** Mistakes in the credentials, targets and labels of metrics discovery. */
export const metricsFaults = layer("metrics discovery", [
  {
    id: "ME-01",
    text: "Discovery answers without credentials.",
    violates: ["METRICS-AUTH"],
    change: () => ({ admitsAnonymous: ({ authentication }) => authentication === "metrics" }),
    probe: async ({ url, send }) => [await send(url("discoverMetricsTargets"))],
  },
  {
    id: "ME-06",
    text: "Discovery takes any password of the metrics user.",
    violates: ["METRICS-AUTH"],
    change: () => ({ metricsUserMatches: (given, expected) => given.username === expected.username }),
    probe: discoversWith(({ username }, basic) => basic(username, "wrong")),
  },
  {
    id: "ME-07",
    text: "Discovery takes the password of the metrics user under any name.",
    violates: ["METRICS-AUTH"],
    change: () => ({ metricsUserMatches: (given, expected) => given.password === expected.password }),
    probe: discoversWith(({ password }, basic) => basic("nobody", password)),
  },
  {
    id: "ME-13",
    text: "Discovery takes a password that begins with the right one and goes on.",
    violates: ["METRICS-AUTH"],
    change: () => ({
      metricsUserMatches: (given, expected) =>
        given.username === expected.username && given.password.startsWith(expected.password),
    }),
    probe: discoversWith(({ username, password }, basic) => basic(username, `${password}x`)),
  },
  {
    id: "ME-02",
    text: "A label value is a number.",
    violates: ["METRICS-SHAPE"],
    change: () => ({
      scrapeTarget: (target) => ({ ...target, labels: { ...fieldsOf(target["labels"]), replica_set_name: 0 } }),
    }),
    probe: discovers,
  },
  {
    id: "ME-03",
    text: "The group label names another project.",
    violates: ["METRICS-GROUP-LABEL"],
    change: () => ({
      scrapeTarget: (target) => ({ ...target, labels: { ...fieldsOf(target["labels"]), group_id: "0".repeat(24) } }),
    }),
    probe: discovers,
  },
  {
    id: "ME-04",
    text: "targetScheme is PRIVATE where it is left out.",
    violates: ["METRICS-TARGETSCHEME-DEFAULT"],
    change: ({ defaultOf }) => ({
      defaultOf: (parameter) => (parameter.name === "targetScheme" ? "PRIVATE" : defaultOf(parameter)),
    }),
    probe: discovers,
  },
  {
    id: "ME-05",
    text: "Targets have no port.",
    violates: ["METRICS-SHAPE"],
    change: () => ({
      scrapeTarget: ({ targets, labels }) => ({
        targets: Array.isArray(targets) ? targets.map((target) => String(target).replace(/:\d+$/, "")) : [],
        labels,
      }),
    }),
    probe: discovers,
  },
  {
    id: "ME-12",
    text: "A path stands behind the port of each target.",
    violates: ["METRICS-SHAPE"],
    change: () => ({
      scrapeTarget: ({ targets, labels }) => ({
        targets: Array.isArray(targets) ? targets.map((target) => `${target}/metrics`) : [],
        labels,
      }),
    }),
    probe: discovers,
  },
  {
    id: "ME-08",
    text: "Discovery takes an id of a project in upper case.",
    violates: ["METRICS-GROUP-REJECT"],
    change: ({ read }) => ({
      read: (parameter, text, operation) =>
        operation?.id === "discoverMetricsTargets" && parameter.name === "groupId"
          ? read(parameter, text.toLowerCase(), operation)
          : read(parameter, text, operation),
    }),
    probe: ({ reference: { world } }) => [
      ["discoverMetricsTargets", { path: { groupId: world.projectId.toUpperCase() } }],
    ],
  },
  {
    id: "ME-09",
    text: "Discovery shows the project that was asked for first, whatever the path says.",
    violates: ["METRICS-GROUP-ELSEWHERE"],
    change: ({ read }) => {
      let first: string | undefined;
      return {
        read: (parameter, text, operation) => {
          const reading = read(parameter, text, operation);
          if (operation?.id !== "discoverMetricsTargets" || parameter.name !== "groupId" || reading.kind !== "value")
            return reading;
          first ??= text;
          return { kind: "value", value: first };
        },
      };
    },
    probe: ({ reference: { world } }) => [
      ["discoverMetricsTargets"],
      ["discoverMetricsTargets", { path: { groupId: world.oldEngineProjectId } }],
    ],
  },
  {
    id: "ME-14",
    text: "Targets name the project as their organization.",
    violates: ["METRICS-LABELS-AGREE"],
    change: () => ({
      scrapeTarget: (target) => {
        const labels = fieldsOf(target["labels"]);
        return { ...target, labels: { ...labels, org_id: labels["group_id"] } };
      },
    }),
    probe: discovers,
  },
  {
    id: "ME-15",
    text: "Every target has the cluster_name of the first one that was shown.",
    violates: ["METRICS-LABELS-AGREE"],
    change: () => {
      let first: unknown;
      return {
        scrapeTarget: (target) => {
          const labels = fieldsOf(target["labels"]);
          first ??= labels["cluster_name"];
          return { ...target, labels: { ...labels, cluster_name: first } };
        },
      };
    },
    probe: discovers,
  },
  {
    id: "ME-10",
    text: "Targets have no label group_id.",
    violates: ["METRICS-GROUP-LABEL"],
    change: () => ({
      scrapeTarget: (target) => {
        const { group_id: _id, ...labels } = fieldsOf(target["labels"]);
        return { ...target, labels };
      },
    }),
    probe: discovers,
  },
  {
    id: "ME-11",
    text: "A scheme of targets that selects none gets a list with a text in it.",
    violates: ["METRICS-SHAPE"],
    change: ({ answers, read }) => {
      let scheme = "PUBLIC";
      return {
        read: (parameter, text, operation) => {
          if (parameter.name === "targetScheme") scheme = text;
          return read(parameter, text, operation);
        },
        answers: (operation, body, given) => {
          const answer = answers(operation, body, given);
          const isNone = scheme !== "PUBLIC" && Array.isArray(answer.body) && answer.body.length === 0;
          scheme = "PUBLIC";
          return operation.id === "discoverMetricsTargets" && isNone ? { ...answer, body: ["none"] } : answer;
        },
      };
    },
    probe: [["discoverMetricsTargets", { query: "targetScheme=nonsense" }]],
  },
]);
