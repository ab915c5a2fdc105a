import type { Reading } from "@plumbline/schemas";
import { fieldsOf, listMember, textMember } from "../rules/members.ts";
import { CONFIG } from "./bodies.ts";
import { layer } from "./fault.ts";
import { acknowledges, createsConfig } from "./requests.ts";

/** Mistakes in lists, members and acknowledgements of alerts. */
export const alertFaults = layer("alerts", [
  {
    id: "AL-01",
    text: "The status filter is ignored.",
    violates: ["ALT-LIST-STATUS-FILTER"],
    change: () => ({ statusMatches: () => true }),
    probe: [["listAlerts", { query: "status=CLOSED" }]],
  },
  {
    id: "AL-02",
    text: "An acknowledged alert stays in the list of open alerts.",
    violates: ["ALT-ACK-LEAVES-OPEN-LIST", "ALT-OPEN-LIST"],
    change: () => ({ isOpen: ({ status }) => status !== "CLOSED" }),
    probe: [["listOpenAlertsOfConfig", { query: "itemsPerPage=500" }]],
  },
  {
    id: "AL-32",
    text: "The list of the open alerts of a configuration is always empty.",
    violates: ["ALT-ACK-LEAVES-OPEN-LIST", "ALT-OPEN-LIST"],
    change: () => ({ isOpen: () => false }),
    probe: [["listOpenAlertsOfConfig"]],
  },
  {
    id: "AL-33",
    text: "The list of open alerts contains closed ones.",
    violates: ["ALT-OPEN-LIST"],
    change: () => ({ isOpen: ({ acknowledgedUntil = 0 }, now) => acknowledgedUntil <= now }),
    probe: [["listOpenAlertsOfConfig", { query: "itemsPerPage=500" }]],
  },
  {
    id: "AL-29",
    text: "An alert that was acknowledged once never returns to the list of open alerts.",
    violates: ["ALT-ACK-LEAVES-OPEN-LIST"],
    change: ({ acknowledged, isOpen }) => {
      const once = new Set<string>();
      return {
        acknowledged: (alert, fields, username, updated) => {
          if (fields.until !== undefined) once.add(alert.id);
          return acknowledged(alert, fields, username, updated);
        },
        isOpen: (alert, now) => isOpen(alert, now) && !once.has(alert.id),
      };
    },
    probe: [
      ["acknowledgeAlert", { json: { acknowledgedUntil: "2030-01-01T00:00:00Z" } }],
      ["acknowledgeAlert", { json: {} }],
      ["listOpenAlertsOfConfig", { query: "itemsPerPage=500" }],
    ],
  },
  {
    id: "AL-40",
    text: "The list of alerts shows no acknowledgement.",
    violates: ["ALT-KEPT"],
    inPassing: ["REC-VIEWS", "REC-TURNS"],
    change: ({ answers }) => ({
      answers: (operation, body, given, version) => {
        const answer = answers(operation, body, given, version);
        if (operation.id !== "listAlerts") return answer;
        const results = listMember(fieldsOf(answer.body), "results").map((one) => {
          const { acknowledgedUntil: _until, acknowledgementComment: _comment, ...alert } = fieldsOf(one);
          return alert;
        });
        return { ...answer, body: { ...fieldsOf(answer.body), results } };
      },
    }),
    probe: [
      ["acknowledgeAlert", { json: { acknowledgedUntil: "2030-01-01T00:00:00Z" } }],
      ["listAlerts", { query: "itemsPerPage=500" }],
    ],
  },
  {
    id: "AL-44",
    text: "A comment alone takes the acknowledgement of an alert back.",
    violates: ["ALT-ACK"],
    change: ({ acknowledged }) => ({
      acknowledged: (alert, fields, username, updated) => {
        const { comment, until } = fields;
        if (until !== undefined || comment === undefined) return acknowledged(alert, fields, username, updated);
        const { acknowledgedUntil: _over, ...bare } = acknowledged(alert, fields, username, updated);
        return bare;
      },
    }),
    probe: [
      ["acknowledgeAlert", { json: { acknowledgedUntil: "2030-01-01T00:00:00Z" } }],
      ["acknowledgeAlert", { json: { acknowledgementComment: "alone" } }],
      ["getAlert"],
    ],
  },
  {
    id: "AL-37",
    text: "When an acknowledgement expires, the alert does not return to the list of open alerts.",
    violates: ["ALT-ACK-LEAVES-OPEN-LIST"],
    change: ({ acknowledged, isOpen }) => {
      /** Alerts whose acknowledgement nobody took back. */
      const quiet = new Set<string>();
      return {
        acknowledged: (alert, fields, username, updated) => {
          if (fields.until === undefined) quiet.delete(alert.id);
          else quiet.add(alert.id);
          return acknowledged(alert, fields, username, updated);
        },
        isOpen: (alert, now) => isOpen(alert, now) && !quiet.has(alert.id),
      };
    },
    probe: [
      ["acknowledgeAlert", { json: { acknowledgedUntil: "2001-01-01T00:00:00Z" } }],
      ["listOpenAlertsOfConfig", { query: "itemsPerPage=500" }],
    ],
  },
  {
    id: "AL-36",
    text: "While several alerts of a configuration are acknowledged, only the first of them leaves the list of open alerts.",
    violates: ["ALT-ACK-LEAVES-OPEN-LIST"],
    change: ({ acknowledged, isOpen }) => {
      /** The alerts that are acknowledged, by configuration, in the order of their acknowledgements. */
      const quiet = new Map<string, readonly string[]>();
      return {
        acknowledged: (alert, fields, username, updated) => {
          const others = (quiet.get(alert.alertConfigId) ?? []).filter((id) => id !== alert.id);
          quiet.set(alert.alertConfigId, fields.until === undefined ? others : [...others, alert.id]);
          return acknowledged(alert, fields, username, updated);
        },
        isOpen: (alert, now) =>
          isOpen(alert, now) ||
          (alert.status !== "CLOSED" && (quiet.get(alert.alertConfigId) ?? []).indexOf(alert.id) > 0),
      };
    },
    probe: async ({ ask, reference: { world } }) => {
      const list = ["listOpenAlertsOfConfig", { path: { alertConfigId: world.busiestAlertConfigId } }] as const;
      const [before] = await ask(list);
      const open = listMember(fieldsOf(before?.json), "results").map(
        (alert) => textMember(fieldsOf(alert), "id") ?? "",
      );
      const acknowledge = (alertId: string) =>
        ["acknowledgeAlert", { path: { alertId }, json: { acknowledgedUntil: "2101-01-01T00:00:00Z" } }] as const;
      return ask(...open.slice(0, 2).map(acknowledge), list);
    },
  },
  {
    id: "AL-35",
    text: "The list shows alerts without an acknowledgement as acknowledged until the year 1.",
    violates: ["ALT-ACK-AGREES"],
    change: ({ answers }) => ({
      answers: (operation, body, given) => {
        const answer = answers(operation, body, given);
        if (operation.id !== "listAlerts") return answer;
        const { results, ...rest } = fieldsOf(answer.body);
        if (!Array.isArray(results)) return answer;
        const shown = results.map((alert) => ({ acknowledgedUntil: "0001-01-01T00:00:00Z", ...fieldsOf(alert) }));
        return { ...answer, body: { ...rest, results: shown } };
      },
    }),
    probe: [["listAlerts"]],
  },
  {
    id: "AL-20",
    text: "acknowledgedUntil is never shown.",
    violates: ["ALT-ACK", "ALT-KEPT", "ALT-ACK-MOMENT", "REC-ECHO"],
    inPassing: ["REC-TURNS"],
    change: () => ({ showAlert: ({ acknowledgedUntil: _acknowledgedUntil, ...body }) => body }),
    probe: acknowledges({ acknowledgedUntil: "2025-07-01T00:00:00Z" }),
  },
  {
    id: "AL-21",
    text: "An acknowledged alert shows a status that the description does not list.",
    violates: ["ALT-STATUS-ENUM"],
    change: () => ({
      showAlert: (body) => ("acknowledgedUntil" in body ? { ...body, status: "ACKNOWLEDGED" } : body),
    }),
    probe: acknowledges({ acknowledgedUntil: "2025-07-01T00:00:00Z" }),
  },
  {
    id: "AL-22",
    text: "eventTypeName of an alert is a number.",
    violates: ["ALT-FIELDS"],
    change: ({ showAlert }) => ({ showAlert: (body) => ({ ...fieldsOf(showAlert(body)), eventTypeName: 5 }) }),
    probe: [["getAlert"]],
  },
  {
    id: "AL-23",
    text: "Alerts show the groupId of another project.",
    violates: ["GEN-GROUP-IS-PROJECT"],
    change: ({ showAlert }) => ({ showAlert: (body) => ({ ...fieldsOf(showAlert(body)), groupId: "0".repeat(24) }) }),
    probe: [["getAlert"]],
  },
  {
    id: "AL-41",
    text: "Alerts show the id of their project as orgId.",
    violates: ["ALT-ORG"],
    change: ({ showAlert }) => ({
      showAlert: (body) => ({ ...fieldsOf(showAlert(body)), orgId: fieldsOf(body)["groupId"] }),
    }),
    probe: [["getAlert"]],
  },
  {
    id: "AL-28",
    text: "The answer to the creation of a configuration shows the groupId of another project.",
    violates: ["GEN-GROUP-IS-PROJECT", "ALC-CREATE-ECHO"],
    inPassing: ["REC-VIEWS"],
    change: ({ answers }) => ({
      answers: (operation, body, given) => {
        const answer = answers(operation, body, given);
        const isIt = operation.id === "createAlertConfig" && typeof answer.body === "object";
        return isIt ? { ...answer, body: { ...answer.body, groupId: "0".repeat(24) } } : answer;
      },
    }),
    probe: createsConfig(CONFIG),
  },
  {
    id: "AL-24",
    text: "A read of an alert id that was never issued returns the alert that was read before.",
    violates: ["ERR-NO-PHANTOM", "GEN-RECORD-ADDRESSED"],
    change: ({ read }) => {
      let last: Reading | undefined;
      return {
        read: (parameter, text) => {
          const reading = read(parameter, text);
          if (parameter.name !== "alertId" || reading.kind !== "value") return reading;
          if (text.startsWith("fedcba")) return last ?? reading;
          last = reading;
          return reading;
        },
      };
    },
    probe: [["getAlert"], ["getAlert", { path: { alertId: "fedcba9876543210fedcba98" } }]],
  },
  {
    id: "AL-25",
    text: "Each read of an alert shows a different acknowledging user.",
    violates: [
      "GEN-IDEMPOTENT-GET",
      "ENV-DEFAULT",
      "PRETTY-TRUE",
      "PAGE-ITEMS-DEFAULT",
      "PAGE-NUM-ACCEPT",
      "ENV-WRAPPED",
      "ALT-LIST-STATUS-FILTER",
    ],
    change: ({ showAlert }) => {
      let count = 0;
      return {
        showAlert: (body) => {
          count += 1;
          return { ...fieldsOf(showAlert(body)), acknowledgingUsername: `user-${count}` };
        },
      };
    },
    probe: [["getAlert"]],
  },
]);
