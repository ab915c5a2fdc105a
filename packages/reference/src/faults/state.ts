import { layer } from "./fault.ts";
import { togglesConfig } from "./requests.ts";

/** Writes that change more, or less, of a record than the description says. */
export const stateFaults = layer("state", [
  {
    id: "ST-01",
    text: "Toggling also removes matchers and notifications.",
    violates: ["ALC-TOGGLE-ONLY", "ALC-TOGGLE-MORE"],
    change: ({ toggledConfig }) => ({
      toggledConfig: (config, enabled, updated) => ({
        ...toggledConfig(config, enabled, updated),
        matchers: [],
        notifications: [],
      }),
    }),
    probe: togglesConfig(true),
  },
  {
    id: "ST-03",
    text: "An acknowledgement without members does not lift the previous one.",
    violates: ["ALT-UNACK"],
    change: ({ acknowledged }) => ({
      acknowledged: (alert, fields, username, updated) =>
        Object.keys(fields).length === 0 ? alert : acknowledged(alert, fields, username, updated),
    }),
    probe: [
      ["acknowledgeAlert", { json: { acknowledgedUntil: "2025-07-01T00:00:00Z" } }],
      ["acknowledgeAlert", { json: {} }],
    ],
  },
  {
    id: "ST-04",
    text: "An acknowledgement without members does not lift a previous one that has a comment.",
    violates: ["ALT-UNACK"],
    change: ({ acknowledged }) => ({
      acknowledged: (alert, fields, username, updated) =>
        Object.keys(fields).length === 0 && alert.acknowledgementComment !== undefined
          ? alert
          : acknowledged(alert, fields, username, updated),
    }),
    probe: [
      ["acknowledgeAlert", { json: { acknowledgedUntil: "2025-07-01T00:00:00Z", acknowledgementComment: "later" } }],
      ["acknowledgeAlert", { json: {} }],
    ],
  },
]);
