import type { Behaviour } from "../decisions/behaviour.ts";
import type { Fields } from "../records/fields.ts";
import { fieldsOf, listMember, textMember } from "../rules/members.ts";
import { BUCKET, CONFIG } from "./bodies.ts";
import { layer } from "./fault.ts";

/*
 * Mistakes that only several requests to one or two records show: a create after a removal, two writes at nearly the
 * same time, or two lists, or a list and a read, that disagree about a record.
 */

/** Writes within this many milliseconds count as simultaneous. */
const TOGETHER = 3_000;
const HOUR = 3_600_000;

const BUCKET_ANSWERS: readonly string[] = ["createExportBucket", "getExportBucket"];

/** A new bucket gets the role of the first bucket with its name. */
function recallsRole({ answers }: Behaviour): Partial<Behaviour> {
  const first = new Map<string, unknown>();
  const asFirst = (bucket: Fields): Fields => {
    const known = first.get(textMember(bucket, "bucketName") ?? "");
    return known === undefined ? bucket : { ...bucket, iamRoleId: known };
  };
  return {
    answers: (operation, body, given, version) => {
      const answer = answers(operation, body, given, version);
      const bucket = fieldsOf(answer.body);
      const name = textMember(bucket, "bucketName");
      if (operation.id === "createExportBucket" && name !== undefined && !first.has(name))
        first.set(name, bucket["iamRoleId"]);
      if (BUCKET_ANSWERS.includes(operation.id)) return { ...answer, body: asFirst(bucket) };
      if (operation.id !== "listExportBuckets") return answer;
      return {
        ...answer,
        body: { ...bucket, results: listMember(bucket, "results").map((one) => asFirst(fieldsOf(one))) },
      };
    },
  };
}

/** A closed alert keeps the comment of its first acknowledgement. */
function keepsComment({ acknowledged }: Behaviour): Partial<Behaviour> {
  const first = new Map<string, string>();
  return {
    acknowledged: (alert, fields, username, updated) => {
      const { comment } = fields;
      if (alert.status !== "CLOSED" || comment === undefined) return acknowledged(alert, fields, username, updated);
      const kept = first.get(alert.id) ?? comment;
      first.set(alert.id, kept);
      return acknowledged(alert, { ...fields, comment: kept }, username, updated);
    },
  };
}

/** Of two configurations that are created and updated together, the second gets the update of the first. */
function mixesUpdates({ updatedConfig }: Behaviour): Partial<Behaviour> {
  let last: { readonly id: string; readonly created: number; readonly at: number; readonly fields: object } | undefined;
  return {
    updatedConfig: (config, fields, updated) => {
      const before = last;
      last = { id: config.id, created: config.created, at: updated, fields };
      const isTogether =
        before !== undefined &&
        before.id !== config.id &&
        updated - before.at < TOGETHER &&
        Math.abs(config.created - before.created) < TOGETHER;
      return updatedConfig(config, isTogether ? { ...fields, ...before.fields } : fields, updated);
    },
  };
}

/** Every project without one of the first listed roles lists them all as well. */
function listsRolesEverywhere({ answers }: Behaviour): Partial<Behaviour> {
  let first: readonly unknown[] | undefined;
  const idsOf = (roles: readonly unknown[]) => roles.map((role) => fieldsOf(role)["roleId"]);
  return {
    answers: (operation, body, given, version) => {
      const answer = answers(operation, body, given, version);
      if (operation.id !== "listCloudAccessRoles") return answer;
      const name = Object.keys(fieldsOf(answer.body)).find((one) => /iamroles$/i.test(one)) ?? "";
      const roles = listMember(fieldsOf(answer.body), name);
      first ??= roles;
      const known = idsOf(first);
      if (idsOf(roles).some((id) => known.includes(id))) return answer;
      return { ...answer, body: { ...fieldsOf(answer.body), [name]: [...roles, ...first] } };
    },
  };
}

/** Lists say that a closed alert was resolved an hour later than it was. */
const resolvesLater = ({ answers }: Behaviour): Partial<Behaviour> => ({
  answers: (operation, body, given, version) => {
    const answer = answers(operation, body, given, version);
    if (operation.id !== "listAlerts") return answer;
    const results = listMember(fieldsOf(answer.body), "results").map((one) => {
      const resolved = Date.parse(textMember(fieldsOf(one), "resolved") ?? "");
      return Number.isNaN(resolved) ? one : { ...fieldsOf(one), resolved: new Date(resolved + HOUR).toISOString() };
    });
    return { ...answer, body: { ...fieldsOf(answer.body), results } };
  },
});

/** The writes after which the cache of the list of configurations is made anew. */
const RENEWING: readonly string[] = ["createAlertConfig", "deleteAlertConfig", "updateAlertConfig"];

/** The list of configurations comes from a cache, which switching one on or off does not touch. */
function listsFromCache({ answers }: Behaviour): Partial<Behaviour> {
  const cached = new Map<unknown, unknown>();
  return {
    answers: (operation, body, given, version) => {
      const answer = answers(operation, body, given, version);
      if (RENEWING.includes(operation.id)) cached.clear();
      if (operation.id !== "listAlertConfigs") return answer;
      const results = listMember(fieldsOf(answer.body), "results").map((one) => {
        const { id, enabled } = fieldsOf(one);
        if (!cached.has(id)) cached.set(id, enabled);
        return { ...fieldsOf(one), enabled: cached.get(id) };
      });
      return { ...answer, body: { ...fieldsOf(answer.body), results } };
    },
  };
}

/** Mistakes that depend on earlier requests: a later record or answer inherits something from an earlier one. */
export const historyFaults = layer("histories", [
  {
    id: "HI-01",
    text: "A new export bucket shows the role of the first bucket with the same name.",
    violates: ["REC-AGAIN", "REC-ECHO"],
    change: recallsRole,
    probe: async ({ ask, reference: { world } }) => {
      const [one = "", other = ""] = world.accessRoleIds;
      const make = (iamRoleId: string) => ["createExportBucket", { json: { ...BUCKET, iamRoleId } }] as const;
      return ask(make(one), make(other));
    },
  },
  {
    id: "HI-02",
    text: "A closed alert keeps the comment of its first acknowledgement.",
    violates: ["ALT-AGAIN", "REC-ECHO"],
    change: keepsComment,
    probe: async ({ ask }) => {
      const [listed] = await ask(["listAlerts", { query: "status=CLOSED" }]);
      const [alert] = listMember(fieldsOf(listed?.json), "results");
      const path = { alertId: textMember(fieldsOf(alert), "id") ?? "" };
      const acknowledgedUntil = "2101-01-01T00:00:00Z";
      const says = (acknowledgementComment: string) =>
        ["acknowledgeAlert", { path, json: { acknowledgedUntil, acknowledgementComment } }] as const;
      return ask(says("one"), says("two"), ["getAlert", { path }]);
    },
  },
  {
    id: "HI-03",
    text: "If two alert configurations are created and updated at almost the same time, the second gets the update of the first.",
    violates: ["REC-BESIDE", "REC-ECHO"],
    inPassing: ["ALC-KEPT", "ALC-UPDATE-ECHO", "ALC-UPDATE-OFF", "ALC-UPDATE-ON", "REC-AGAIN", "REC-TURNS"],
    change: mixesUpdates,
    probe: async ({ ask }) => {
      const made = await ask(["createAlertConfig", { json: CONFIG }], ["createAlertConfig", { json: CONFIG }]);
      const updates = made.map(({ json }, at) => {
        const path = { alertConfigId: textMember(fieldsOf(json), "id") ?? "" };
        return ["updateAlertConfig", { path, json: { ...CONFIG, enabled: at === 0 } }] as const;
      });
      return ask(...updates);
    },
  },
  {
    id: "HI-04",
    text: "The list of access roles also contains the roles of the project that was listed first.",
    violates: ["GEN-RECORD-ELSEWHERE", "REC-ELSEWHERE"],
    change: listsRolesEverywhere,
    probe: ({ reference: { world } }) => [
      ["listCloudAccessRoles"],
      ["listCloudAccessRoles", { path: { groupId: world.otherProjectId } }],
    ],
  },
  {
    id: "HI-05",
    text: "The list of alerts shows each alert as resolved one hour later than it was.",
    violates: ["REC-VIEWS"],
    shownOn: ["acknowledgeAlert", "getAlert", "listAlerts"],
    change: resolvesLater,
    probe: [["listAlerts", { query: "status=CLOSED" }]],
  },
  {
    id: "HI-06",
    text: "The list of alert configurations comes from a cache that switching one on or off does not renew.",
    violates: ["REC-VIEWS"],
    shownOn: ["createAlertConfig", "listAlertConfigs", "setAlertConfigEnabled"],
    change: listsFromCache,
    probe: async ({ ask }) => {
      const [made] = await ask(["createAlertConfig", { json: { ...CONFIG, enabled: true } }]);
      const path = { alertConfigId: textMember(fieldsOf(made?.json), "id") ?? "" };
      const list = ["listAlertConfigs", { query: "itemsPerPage=500" }] as const;
      return ask(list, ["setAlertConfigEnabled", { path, json: { enabled: false } }], list);
    },
  },
]);
