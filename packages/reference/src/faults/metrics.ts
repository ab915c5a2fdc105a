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
    id: "ME-16",
    text: "After one request with the right password, discovery answers on the same connection without credentials.",
    violates: ["METRICS-AUTH"],
    change: () => ({ admitsAnonymous: ({ authentication }, isKnown) => authentication === "metrics" && isKnown }),
    probe: async ({ reference: { metrics }, basic, url, send }) => {
      const address = url("discoverMetricsTargets");
      const signed = { headers: { Authorization: basic(metrics.username, metrics.password) } };
      return [await send(address, signed), await send(address)];
    },
  },
  {
    id: "ME-06",
    text: "Discovery accepts any password of the metrics user.",
    violates: ["METRICS-AUTH"],
    change: () => ({ metricsUserMatches: (given, expected) => given.username === expected.username }),
    probe: discoversWith(({ username }, basic) => basic(username, "wrong")),
  },
  {
    id: "ME-07",
    text: "Discovery accepts the password of the metrics user with any user name.",
    violates: ["METRICS-AUTH"],
    change: () => ({ metricsUserMatches: (given, expected) => given.password === expected.password }),
    probe: discoversWith(({ password }, basic) => basic("nobody", password)),
  },
  {
    id: "ME-13",
    text: "Discovery accepts a password that only begins with the right one.",
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
    text: "targetScheme is PRIVATE by default.",
    violates: ["METRICS-TARGETSCHEME-DEFAULT"],
    change: ({ defaultOf }) => ({
      defaultOf: (parameter) => (parameter.name === "targetScheme" ? "PRIVATE" : defaultOf(parameter)),
    }),
    probe: discovers,
  },
  {
    id: "ME-17",
    text: "Without targetScheme, the server uses the scheme of the last request.",
    violates: ["METRICS-TARGETSCHEME-DEFAULT"],
    change: ({ defaultOf, read }) => {
      let last = "PUBLIC";
      return {
        read: (parameter, text, operation) => {
          if (parameter.name === "targetScheme" && ["PUBLIC", "PRIVATE"].includes(text)) last = text;
          return read(parameter, text, operation);
        },
        defaultOf: (parameter) => (parameter.name === "targetScheme" ? last : defaultOf(parameter)),
      };
    },
    probe: [["discoverMetricsTargets", { query: "targetScheme=PRIVATE" }], ["discoverMetricsTargets"]],
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
    text: "Each target has a path after its port.",
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
    text: "Discovery accepts a project id in upper case.",
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
    text: "Discovery always shows the project that was requested first, whatever the path says.",
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
    text: "Every target shows the cluster_name of the first target that was shown.",
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
    text: "If no target matches targetScheme, the list contains a text.",
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
