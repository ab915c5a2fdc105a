import { isOfFirstKind } from "../rules/access-roles.ts";
import { fieldsOf, listMember, textMember } from "../rules/members.ts";
import { layer } from "./fault.ts";
import { overlooks } from "./overlooks.ts";
import type { Probe } from "./probe.ts";

const updatesAuditing = (json: unknown): Probe => [["updateAuditing", { json }], ["getAuditing"]];

/** Mistakes in auditing, custom DNS and private IP mode of a project. */
export const settingsFaults = layer("project settings", [
  {
    id: "SE-01",
    text: "The auditing configuration shows enabled as a text.",
    violates: ["AUD-FIELDS"],
    change: ({ settings }) => ({
      settings: { ...settings, showAuditing: (auditing) => ({ ...auditing, enabled: String(auditing["enabled"]) }) },
    }),
    probe: [["getAuditing"]],
  },
  {
    id: "SE-02",
    text: "An update of auditing accepts members of any type.",
    violates: ["AUD-TYPES-REJECT", "ERR-BODY-KIND", "GEN-MEMBER-KIND"],
    change: overlooks(["updateAuditing"], () => true),
    probe: updatesAuditing({ enabled: "x" }),
  },
  {
    id: "SE-03",
    text: "auditFilter accepts any text.",
    violates: ["AUD-FILTER-JSON"],
    change: ({ settings }) => ({ settings: { ...settings, auditFilterIsJson: () => true } }),
    probe: updatesAuditing({ auditFilter: "{not json" }),
  },
  {
    id: "SE-04",
    text: "Updating the auditing configuration changes nothing.",
    violates: ["AUD-ROUNDTRIP", "REC-ECHO"],
    inPassing: ["REC-TURNS"],
    change: ({ settings }) => ({ settings: { ...settings, auditing: (before) => before } }),
    probe: updatesAuditing({ enabled: true }),
  },
  {
    id: "SE-16",
    text: "An audit filter with a colon in one of its texts is refused.",
    violates: ["AUD-ROUNDTRIP"],
    change: ({ settings }) => ({
      settings: {
        ...settings,
        auditFilterIsJson: (text) => !/"[^"]*:[^"]*"\s*[,}\]]/.test(text) && settings.auditFilterIsJson(text),
      },
    }),
    probe: updatesAuditing({ auditFilter: '{"param.ns":"a: b"}' }),
  },
  {
    id: "SE-05",
    text: "Auditing is enabled by default.",
    violates: ["AUD-DEFAULTS"],
    change: ({ settings }) => ({
      settings: {
        ...settings,
        showAuditing: (auditing) => (auditing["auditFilter"] === "{}" ? { ...auditing, enabled: true } : auditing),
      },
    }),
    probe: [["getAuditing"]],
  },
  {
    id: "SE-06",
    text: "A project with only shared tiers has auditing, and it is enabled.",
    violates: ["AUD-UNAVAILABLE"],
    change: ({ settings }) => {
      let without = false;
      return {
        settings: {
          ...settings,
          hasAuditing: (clusters) => {
            without = !settings.hasAuditing(clusters);
            return true;
          },
          showAuditing: (auditing) => settings.showAuditing(without ? { ...auditing, enabled: true } : auditing),
        },
      };
    },
    probe: ({ reference: { world } }) => [["getAuditing", { path: { groupId: world.sharedTierProjectId } }]],
  },
  {
    id: "SE-17",
    text: "Auditing can be enabled in a project with only shared tiers.",
    violates: ["AUD-UNAVAILABLE"],
    change: ({ settings }) => ({ settings: { ...settings, hasAuditing: () => true } }),
    probe: ({ reference: { world } }) => {
      const path = { groupId: world.sharedTierProjectId };
      return [["updateAuditing", { json: { enabled: true }, path }]];
    },
  },
  {
    id: "SE-18",
    text: "The custom DNS setting reads null as false.",
    violates: ["GEN-NULL-REQUIRED"],
    change: overlooks(["updateCustomDns"], ({ pointer, received }) => pointer === "/enabled" && received === "null"),
    probe: [["updateCustomDns", { json: { enabled: null } }]],
  },
  {
    id: "SE-19",
    text: "The answer to an update of auditing has no configurationType if that is NONE.",
    violates: ["AUD-ROUNDTRIP"],
    change: ({ answers }) => ({
      answers: (operation, body, given, version) => {
        const answer = answers(operation, body, given, version);
        const { configurationType, ...others } = fieldsOf(answer.body);
        const isNone = operation.id === "updateAuditing" && configurationType === "NONE";
        return isNone ? { ...answer, body: others } : answer;
      },
    }),
    probe: updatesAuditing({ auditAuthorizationSuccess: false, auditFilter: "{}", enabled: false }),
  },
  {
    id: "SE-20",
    text: "The answer to an update of auditing shows the configurationType that the request stated.",
    violates: ["GEN-RESPONSE-ONLY"],
    change: ({ keeps, settings }) => {
      let sent: string | undefined;
      return {
        keeps: (body, operation) => {
          if (operation.id === "updateAuditing") sent = textMember(fieldsOf(body), "configurationType");
          return keeps(body, operation);
        },
        settings: {
          ...settings,
          showAuditingUpdate: (shown) => ({
            ...fieldsOf(settings.showAuditingUpdate(shown)),
            ...(sent !== undefined && { configurationType: sent }),
          }),
        },
      };
    },
    probe: updatesAuditing({ configurationType: "OTHER" }),
  },
  {
    id: "SE-07",
    text: "The custom DNS setting shows enabled as a text.",
    violates: ["DNS-SHAPE"],
    change: ({ settings }) => ({
      settings: { ...settings, showCustomDns: ({ enabled }) => ({ enabled: String(enabled) }) },
    }),
    probe: [["getCustomDns"]],
  },
  {
    id: "SE-08",
    text: "The custom DNS setting accepts a body without enabled.",
    violates: ["DNS-REQUIRED", "ERR-BODY-KIND", "GEN-MEMBER-KIND", "GEN-NULL-REQUIRED"],
    change: overlooks(["updateCustomDns"], () => true),
    probe: [["updateCustomDns", { json: {} }]],
  },
  {
    id: "SE-09",
    text: "Updating the custom DNS setting changes nothing.",
    violates: ["DNS-ROUNDTRIP", "REC-ECHO"],
    inPassing: ["REC-TURNS"],
    change: ({ settings }) => ({ settings: { ...settings, customDns: (before) => before } }),
    probe: [["updateCustomDns", { json: { enabled: true } }], ["getCustomDns"]],
  },
  {
    id: "SE-10",
    text: "Private IP mode shows enabled as a text.",
    violates: ["PIP-SHAPE", "REC-ECHO"],
    change: ({ settings }) => ({
      settings: { ...settings, showPrivateIpMode: ({ enabled }) => ({ enabled: String(enabled) }) },
    }),
    probe: [["disablePrivateIpMode", { json: { enabled: false } }]],
  },
  {
    id: "SE-11",
    text: "Disabling private IP mode leaves it enabled.",
    violates: ["PIP-DISABLE", "REC-ECHO"],
    change: ({ settings }) => ({ settings: { ...settings, privateIpMode: () => true } }),
    probe: [["disablePrivateIpMode", { json: { enabled: false } }]],
  },
  {
    id: "SE-12",
    text: "Private IP mode can be disabled in a project with an engine older than 5.0.",
    violates: ["PIP-PRECONDITION"],
    change: ({ settings }) => ({ settings: { ...settings, allowsDisabling: () => true } }),
    probe: ({ reference: { world } }) => {
      const path = { groupId: world.oldEngineProjectId };
      return [["disablePrivateIpMode", { json: { enabled: false }, path }]];
    },
  },
  {
    id: "SE-15",
    text: "Private IP mode cannot be disabled in a project with engine 5.0.",
    violates: ["OP29-BIND"],
    change: ({ settings }) => ({
      settings: {
        ...settings,
        allowsDisabling: (clusters) =>
          settings.allowsDisabling(clusters) &&
          !clusters.some(({ engineVersion }) => /^5\.0(\.|$)/.test(engineVersion)),
      },
    }),
    probe: [["disablePrivateIpMode", { json: { enabled: false } }]],
  },
  {
    id: "SE-14",
    text: "Private IP mode is disabled whatever the body says.",
    violates: ["PIP-BODY", "ERR-BODY-KIND"],
    change: overlooks(["disablePrivateIpMode"], () => true),
    probe: [["disablePrivateIpMode", { json: {} }]],
  },
  {
    id: "SE-13",
    text: "Private IP mode is served at another path.",
    violates: ["OP29-BIND"],
    change: ({ mount }) => ({
      mount: (route) => (route.id === "disablePrivateIpMode" ? [{ ...route, path: `${route.path}s` }] : mount(route)),
    }),
    probe: [["disablePrivateIpMode", { json: { enabled: false } }]],
  },
]);

/** Mistakes in the roles that a project has at cloud providers. */
export const accessRoleFaults = layer("access roles", [
  {
    id: "CA-01",
    text: "The list of roles lacks the array of the second provider.",
    violates: ["CPA-LIST"],
    change: ({ accessRoles }) => ({
      accessRoles: { ...accessRoles, showRoles: ({ providerAIamRoles }) => ({ providerAIamRoles }) },
    }),
    probe: [["listCloudAccessRoles"]],
  },
  {
    id: "CA-02",
    text: "featureUsages of a role of the first provider is an object.",
    violates: ["CPA-KIND-A"],
    change: ({ accessRoles }) => ({
      accessRoles: { ...accessRoles, showRole: (role) => ("roleId" in role ? { ...role, featureUsages: {} } : role) },
    }),
    probe: [["listCloudAccessRoles"]],
  },
  {
    id: "CA-03",
    text: "featureUsages of a role of the second provider is an object.",
    violates: ["CPA-KIND-B"],
    change: ({ accessRoles }) => ({
      accessRoles: { ...accessRoles, showRole: (role) => ("_id" in role ? { ...role, featureUsages: {} } : role) },
    }),
    probe: [["listCloudAccessRoles"]],
  },
  {
    id: "CA-04",
    text: "A role can be created without a provider.",
    violates: ["CPA-PROVIDERNAME"],
    change: (behaviour) => ({
      ...overlooks(["createCloudAccessRole"], ({ pointer }) => pointer === "/providerName")(behaviour),
      accessRoles: { ...behaviour.accessRoles, knowsProvider: () => true },
    }),
    probe: [["createCloudAccessRole", { json: {} }]],
  },
  {
    id: "CA-07",
    text: "A role of the second provider is not found by its id.",
    violates: ["CPA-READ"],
    inPassing: ["REC-THERE"],
    change: ({ accessRoles }) => ({ accessRoles: { ...accessRoles, finds: isOfFirstKind } }),
    probe: async ({ ask }) => {
      const [list] = await ask(["listCloudAccessRoles"]);
      const [role] = listMember(fieldsOf(list?.json), "providerBServicePrincipals");
      return ask(["getCloudAccessRole", { path: { roleId: textMember(fieldsOf(role), "_id") ?? "" } }]);
    },
  },
  {
    id: "CA-06",
    text: "A read of a role shows another createdDate than the list.",
    violates: ["CPA-CREATE-READ"],
    inPassing: ["REC-VIEWS"],
    change: ({ answers }) => ({
      answers: (operation, body, given) => {
        const answer = answers(operation, body, given);
        return operation.id === "getCloudAccessRole"
          ? { ...answer, body: { ...fieldsOf(answer.body), createdDate: "2025-01-01T00:00:00Z" } }
          : answer;
      },
    }),
    probe: [["getCloudAccessRole"]],
  },
  {
    id: "CA-05",
    text: "A new role is not stored.",
    violates: ["CPA-CREATE-READ"],
    inPassing: ["REC-THERE"],
    change: ({ accessRoles }) => ({ accessRoles: { ...accessRoles, keeps: () => false } }),
    probe: [["createCloudAccessRole", { json: { providerName: "PROVIDER_A" } }], ["listCloudAccessRoles"]],
  },
]);
