import { fieldsOf } from "../rules/members.ts";
import { layer } from "./fault.ts";

export const metricsFaults = layer("metrics discovery", [
  {
    id: "ME-01",
    text: "Discovery answers without credentials.",
    violates: ["METRICS-AUTH"],
    change: () => ({ admitsAnonymous: ({ authentication }) => authentication === "metrics" }),
  },
  {
    id: "ME-06",
    text: "Discovery takes any password of the metrics user.",
    violates: ["METRICS-AUTH"],
    change: () => ({ metricsUserMatches: (given, expected) => given.username === expected.username }),
  },
  {
    id: "ME-07",
    text: "Discovery takes the password of the metrics user under any name.",
    violates: ["METRICS-AUTH"],
    change: () => ({ metricsUserMatches: (given, expected) => given.password === expected.password }),
  },
  {
    id: "ME-02",
    text: "A label value is a number.",
    violates: ["METRICS-SHAPE"],
    change: () => ({
      scrapeTarget: (target) => ({ ...target, labels: { ...fieldsOf(target["labels"]), replica_set_name: 0 } }),
    }),
  },
  {
    id: "ME-03",
    text: "The group label names another project.",
    violates: ["METRICS-GROUP-LABEL"],
    change: () => ({
      scrapeTarget: (target) => ({ ...target, labels: { ...fieldsOf(target["labels"]), group_id: "0".repeat(24) } }),
    }),
  },
  {
    id: "ME-04",
    text: "targetScheme is PRIVATE where it is left out.",
    violates: ["METRICS-TARGETSCHEME-DEFAULT"],
    change: ({ defaultOf }) => ({
      defaultOf: (parameter) => (parameter.name === "targetScheme" ? "PRIVATE" : defaultOf(parameter)),
    }),
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
  },
]);
