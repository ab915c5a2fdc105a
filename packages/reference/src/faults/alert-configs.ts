import { fieldsOf, textMember } from "../rules/members.ts";
import { CONFIG, MATCHER } from "./bodies.ts";
import { layer } from "./fault.ts";
import { createsConfig, listsConfigs, togglesConfig } from "./requests.ts";

/** Mistakes in storing and showing an alert configuration after its body passed validation. */
export const alertConfigFaults = layer("alert configurations", [
  {
    id: "AL-03",
    text: "A new configuration is enabled by default.",
    violates: ["ALC-ENABLED-DEFAULT"],
    change: ({ newConfig }) => ({
      newConfig: (fields, identity, now) => newConfig({ ...fields, enabled: fields.enabled ?? true }, identity, now),
    }),
    probe: createsConfig({ eventTypeName: "JOINED_GROUP", notifications: [] }),
  },
  {
    id: "AL-39",
    text: "An update without enabled keeps the state of the configuration.",
    violates: ["ALC-ENABLED-DEFAULT"],
    change: ({ updatedConfig }) => ({
      updatedConfig: (config, fields, updated) =>
        updatedConfig(config, { ...fields, enabled: fields.enabled ?? config.enabled }, updated),
    }),
    probe: [["updateAlertConfig", { json: { eventTypeName: "JOINED_GROUP", notifications: [] } }]],
  },
  {
    id: "AL-04",
    text: "monitoringApiKey is shown in full.",
    violates: ["ALC-KEY-MASKED"],
    inPassing: ["REC-KEY-MASKED"],
    change: () => ({ maskKey: (key) => key }),
    probe: listsConfigs(""),
  },
  {
    id: "AL-05",
    text: "Toggling does not change updated.",
    violates: ["ALC-TOGGLE-ON"],
    change: ({ toggledConfig }) => ({
      toggledConfig: (config, enabled) => toggledConfig(config, enabled, config.updated),
    }),
    probe: togglesConfig(true),
  },
  {
    id: "AL-06",
    text: "An update does not change enabled.",
    violates: ["ALC-UPDATE-ON", "ALC-UPDATE-OFF", "ALC-KEPT", "REC-ECHO"],
    inPassing: ["ALC-ENABLED-DEFAULT", "REC-TURNS"],
    change: ({ updatedConfig }) => ({
      updatedConfig: (config, fields, updated) => ({
        ...updatedConfig(config, fields, updated),
        enabled: config.enabled,
      }),
    }),
    probe: [
      ["updateAlertConfig", { json: { ...CONFIG, enabled: true } }],
      ["updateAlertConfig", { json: { ...CONFIG, enabled: false } }],
    ],
  },
  {
    id: "AL-07",
    text: "A new configuration loses its matchers.",
    violates: ["ALC-CREATE-ECHO", "ALC-KEPT", "REC-ECHO"],
    change: ({ newConfig }) => ({
      newConfig: (fields, identity, now) => newConfig({ ...fields, matchers: [] }, identity, now),
    }),
    probe: createsConfig({ ...CONFIG, matchers: [MATCHER] }),
  },
  {
    id: "AL-13",
    text: "An update does not change the matchers.",
    violates: ["ALC-UPDATE-ECHO", "ALC-KEPT", "REC-ECHO"],
    change: ({ updatedConfig }) => ({
      updatedConfig: (config, fields, updated) =>
        updatedConfig(config, { ...fields, matchers: config.matchers }, updated),
    }),
    probe: [["updateAlertConfig", { json: { ...CONFIG, matchers: [MATCHER] } }]],
  },
  {
    id: "AL-14",
    text: "An update does not change the notifications.",
    violates: ["ALC-UPDATE-ECHO", "ALC-KEPT", "REC-ECHO"],
    change: ({ updatedConfig }) => ({
      updatedConfig: (config, fields, updated) =>
        updatedConfig(config, { ...fields, notifications: config.notifications }, updated),
    }),
    probe: [["updateAlertConfig", { json: CONFIG }], ["getAlertConfig"]],
  },
  {
    id: "AL-15",
    text: "A masked key shows its last eight characters.",
    violates: ["ALC-KEY-MASKED"],
    change: () => ({ maskKey: (key) => `****${key.slice(-8)}` }),
    probe: createsConfig({
      ...CONFIG,
      notifications: [{ typeName: "MONITORING_PLATFORM", monitoringApiKey: "a1".repeat(16) }],
    }),
  },
  {
    id: "AL-43",
    text: "A key of eight or fewer characters is not masked.",
    violates: ["ALC-KEY-MASKED"],
    inPassing: ["REC-KEY-MASKED"],
    change: ({ maskKey }) => ({ maskKey: (key) => (key.length <= 8 ? key : maskKey(key)) }),
    probe: createsConfig({
      ...CONFIG,
      notifications: [{ typeName: "MONITORING_PLATFORM", monitoringApiKey: "a1b2c3" }],
    }),
  },
  {
    id: "AL-16",
    text: "An update sets created to the time of the update.",
    violates: ["ALC-UPDATE-ECHO"],
    change: ({ updatedConfig }) => ({
      updatedConfig: (config, fields, updated) => ({ ...updatedConfig(config, fields, updated), created: updated }),
    }),
    probe: [["updateAlertConfig", { json: CONFIG }]],
  },
  {
    id: "AL-17",
    text: "A configuration can be read and changed by its id under every project of the caller.",
    violates: ["GEN-RECORD-ELSEWHERE", "GEN-WRITE-ELSEWHERE"],
    inPassing: ["GEN-GROUP-IS-PROJECT"],
    change: () => ({ strayConfig: (id, all) => [...all].find((config) => config.id === id) }),
    probe: ({ reference: { world } }) => [["getAlertConfig", { path: { groupId: world.otherProjectId } }]],
  },
  {
    id: "AL-27",
    text: "A configuration can be changed and deleted by its id under every project of the caller, but read only under its own.",
    violates: ["GEN-WRITE-ELSEWHERE"],
    change: () => ({
      strayConfig: (id, all, use) => (use === "write" ? [...all].find((config) => config.id === id) : undefined),
    }),
    probe: ({ reference: { world } }) => [["deleteAlertConfig", { path: { groupId: world.otherProjectId } }]],
  },
  {
    id: "AL-38",
    text: "The owner of another project changes and deletes a configuration by its id below the path of that project.",
    violates: ["GEN-WRITE-ELSEWHERE"],
    change: () => ({
      strayConfig: (id, all, use, isStranger) =>
        use === "write" ? [...all].find((config) => config.id === id && isStranger(config)) : undefined,
    }),
    probe: ({ reference: { world } }) => [
      ["deleteAlertConfig", { path: { groupId: world.otherProjectId }, as: "otherProjectOwner" }],
    ],
  },
  {
    id: "AL-18",
    text: "A create returns the oldest configuration of the project instead of a new one.",
    violates: ["GEN-CREATE-NEW", "REC-ECHO"],
    inPassing: ["ALC-MATCHERS-NONE"],
    change: () => ({
      repeatedConfig: (all) => all().toSorted((one, other) => one.created - other.created)[0],
    }),
    probe: createsConfig(CONFIG),
  },
  {
    id: "AL-08",
    text: "Deleting a configuration does not remove it.",
    violates: ["ALC-DELETE"],
    inPassing: ["REC-GONE"],
    change: () => ({ deletes: () => false }),
    probe: [["deleteAlertConfig"], ["getAlertConfig"]],
  },
  {
    id: "AL-09",
    text: "The list of configurations of an alert is always empty.",
    violates: ["ALC-LIST-OF-ALERT"],
    change: () => ({ configsOfAlert: () => [] }),
    probe: [["listAlertConfigsOfAlert"]],
  },
  {
    id: "AL-26",
    text: "The list of configurations of an alert contains all configurations of the project.",
    violates: ["ALC-LIST-OF-ALERT"],
    change: () => ({ configsOfAlert: (_found, all) => all() }),
    probe: [["listAlertConfigsOfAlert"]],
  },
  {
    id: "AL-10",
    text: "The matcher field names are objects.",
    violates: ["ALC-MATCHER-NAMES"],
    change: ({ matcherFields }) => ({ matcherFields: () => matcherFields().map((name) => ({ name })) }),
    probe: [["listMatcherFieldNames"]],
  },
  {
    id: "AL-11",
    text: "matchers of a configuration is an object.",
    violates: ["ALC-FIELDS", "ALC-KEPT", "REC-ECHO"],
    change: () => ({ showConfig: (body) => ({ ...body, matchers: {} }) }),
    probe: [["getAlertConfig"]],
  },
  {
    id: "AL-30",
    text: "Toggling to false removes the notifications.",
    violates: ["ALC-TOGGLE-ONLY"],
    change: ({ toggledConfig }) => ({
      toggledConfig: (config, enabled, updated) =>
        toggledConfig(enabled ? config : { ...config, notifications: [] }, enabled, updated),
    }),
    probe: togglesConfig(false),
  },
  {
    id: "AL-42",
    text: "Toggling keeps only the first notification of a configuration.",
    violates: ["ALC-TOGGLE-ONLY"],
    change: ({ toggledConfig }) => ({
      toggledConfig: (config, enabled, updated) =>
        toggledConfig({ ...config, notifications: config.notifications.slice(0, 1) }, enabled, updated),
    }),
    probe: async ({ ask, reference: { world } }) => {
      const notification = { typeName: "GROUP", delayMin: 0, intervalMin: 60 };
      const notifications = [notification, { ...notification, delayMin: 5 }];
      const json = { eventTypeName: "HOST_DOWN", enabled: false, notifications };
      const [made] = await ask(["createAlertConfig", { json }]);
      const path = { groupId: world.projectId, alertConfigId: String(fieldsOf(made?.json)["id"]) };
      return ask(["setAlertConfigEnabled", { path, json: { enabled: true } }]);
    },
  },
  {
    id: "AL-31",
    text: "A toggle also applies the eventTypeName in its body.",
    violates: ["ALC-TOGGLE-MORE"],
    change: ({ keeps, toggledConfig }) => {
      let eventTypeName: string | undefined;
      return {
        keeps: (body, operation) => {
          if (operation.id === "setAlertConfigEnabled") eventTypeName = textMember(fieldsOf(body), "eventTypeName");
          return keeps(body, operation);
        },
        toggledConfig: (config, enabled, updated) => ({
          ...toggledConfig(config, enabled, updated),
          ...(eventTypeName !== undefined && { eventTypeName }),
        }),
      };
    },
    probe: [["setAlertConfigEnabled", { json: { enabled: true, eventTypeName: "DEPLOYMENT_FAILURE" } }]],
  },
  {
    id: "AL-12",
    text: "Toggling to false does not disable the configuration.",
    violates: ["ALC-TOGGLE-OFF", "REC-ECHO"],
    inPassing: ["REC-TURNS"],
    change: ({ toggledConfig }) => ({
      toggledConfig: (config, enabled, updated) => toggledConfig(config, enabled || config.enabled, updated),
    }),
    probe: async ({ ask }) => (await Promise.all([ask(...togglesConfig(true)), ask(...togglesConfig(false))])).flat(),
  },
]);
