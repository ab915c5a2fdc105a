import { PROVIDER_CODES } from "@plumbline/schemas";
import type { Violation } from "@plumbline/schemas/validate";
import type { Behaviour, SentBody } from "../decisions/behaviour.ts";
import type { Cluster } from "../records/cluster.ts";
import type { Fields } from "../records/fields.ts";
import { WAITING, WORKING } from "../rules/backup.ts";
import { fieldsOf, listMember, textMember } from "../rules/members.ts";
import { lateEffects } from "./late-effects.ts";
import type { Variant } from "./variant.ts";

/** Refuses bodies for a reason that the description neither names nor rules out. */
const objects =
  (reason: (sent: SentBody) => string | undefined) =>
  ({ objections }: Behaviour): Partial<Behaviour> => ({
    objections: (found, sent) => {
      const expected = reason(sent);
      const before = objections(found, sent);
      if (expected === undefined) return before;
      const own: Violation = { pointer: "", keyword: "enum", expected, received: "something else" };
      return [...before, own];
    },
  });

const CONFIG_WRITES: readonly string[] = ["createAlertConfig", "updateAlertConfig"];
const INDEX_CREATES: readonly string[] = ["createSearchIndex", "createSearchIndexLegacy"];
const FAR_REGION = "WESTERN_EUROPE";

/** The only matcher fields that this server allows for an event about money. */
const ABOUT_MONEY: readonly unknown[] = ["HOSTNAME", "PORT"];

/** Whether an engine has the filters and tokenizers of an analyzer. */
function isKnownToEngine(analyzer: Fields): boolean {
  const parts = [
    ...listMember(analyzer, "charFilters"),
    ...listMember(analyzer, "tokenFilters"),
    fieldsOf(analyzer["tokenizer"]),
  ];
  return parts.every((part) => !String(part["type"]).startsWith("plumbline"));
}

/** Moves the known cluster into another region. */
function moved(cluster: Cluster): Cluster {
  const { settings } = cluster;
  const specs = listMember(settings, "replicationSpecs").map((spec) => ({
    ...spec,
    regionsConfig: { [FAR_REGION]: Object.values(fieldsOf(spec["regionsConfig"]))[0] ?? {} },
  }));
  const providerSettings = { ...fieldsOf(settings["providerSettings"]), regionName: FAR_REGION };
  return { ...cluster, settings: { ...settings, providerSettings, replicationSpecs: specs } };
}

/** One snapshot after the other: the second waits until the first is done, and only one may wait. */
function inTurn({ backup }: Behaviour): Partial<Behaviour> {
  const turns = new Map<string, { readonly clusterId: string; readonly start: number }>();
  const freeFrom = (cluster: string): number =>
    Math.max(0, ...[...turns.values()].map(({ clusterId, start }) => (clusterId === cluster ? start + WORKING : 0)));
  return {
    backup: {
      ...backup,
      blocks: ({ id, created, onDemand }, now) => onDemand && (turns.get(id)?.start ?? created) > now,
      removesSnapshot: (snapshot) => {
        turns.delete(snapshot.id);
        return backup.removesSnapshot(snapshot);
      },
      statusOf: (snapshot, now) => {
        const { id, clusterId, created, onDemand } = snapshot;
        if (!onDemand) return backup.statusOf(snapshot, now);
        const turn = turns.get(id) ?? { clusterId, start: Math.max(created, freeFrom(clusterId)) };
        turns.set(id, turn);
        if (now - turn.start >= WORKING) return "completed";
        return now - turn.start < WAITING ? "queued" : "inProgress";
      },
    },
  };
}

/** Legitimate choices of a server that look like mistakes. */
export const choiceVariants: readonly Variant[] = [
  {
    id: "locks-snapshots",
    text: "A snapshot can be changed and deleted only once it is complete: 409 before that.",
    change: ({ backup }) => ({ backup: { ...backup, isLocked: backup.blocks } }),
  },
  {
    id: "checks-api-key",
    text: "The server asks the monitoring platform about the key of a notification, and refuses an invented one.",
    sparse: true,
    change: objects(({ operation, body }) => {
      const targets = listMember(fieldsOf(body), "notifications");
      const names = targets.some(({ typeName }) => typeName === "MONITORING_PLATFORM");
      return CONFIG_WRITES.includes(operation.id) && names ? "a key that the platform knows" : undefined;
    }),
  },
  {
    id: "matchers-by-event",
    text: "The event decides which fields a matcher may name.",
    change: objects(({ operation, body }) => {
      const fields = fieldsOf(body);
      const odd = listMember(fields, "matchers").some(({ fieldName }) => !ABOUT_MONEY.includes(fieldName));
      const isMoney = ["CREDIT_CARD_ABOUT_TO_EXPIRE", "JOINED_GROUP"].includes(String(fields["eventTypeName"]));
      return CONFIG_WRITES.includes(operation.id) && isMoney && odd ? "a field of the event" : undefined;
    }),
  },
  {
    id: "asynchronous-effects",
    text: "Effects of deletes, cut-overs and policies, and new records in lists, show some seconds later.",
    edge: lateEffects,
  },
  {
    id: "queues-second-snapshot",
    text: "A snapshot that is requested while another one is being taken waits for it.",
    change: inTurn,
  },
  {
    id: "engine-checks-types",
    text: "The engine refuses filters and tokenizers that it does not know, in every form of the definition.",
    change: objects(({ operation, body }) => {
      const fields = fieldsOf(body);
      const analyzers = listMember({ ...fields, ...fieldsOf(fields["definition"]) }, "analyzers");
      const odd = INDEX_CREATES.includes(operation.id) && !analyzers.every(isKnownToEngine);
      return odd ? "types that the engine has" : undefined;
    }),
  },
  {
    id: "auditing-off-on-shared",
    text: "A project with only shared tiers shows an auditing configuration that is not enabled.",
    change: ({ settings }) => {
      let without = false;
      return {
        settings: {
          ...settings,
          hasAuditing: (clusters) => {
            without = !settings.hasAuditing(clusters);
            return true;
          },
          auditing: (before, fields) => settings.auditing(before, without ? { ...fields, enabled: false } : fields),
        },
      };
    },
  },
  {
    id: "old-engine-in-project",
    text: "A cluster of the project runs an engine older than 5.0.",
    sparse: true,
    furnish: ({ state, world }) => {
      const old = state.clusters.list(world.projectId).find(({ name }) => name === "Archive0");
      if (old !== undefined) state.clusters.put({ ...old, engineVersion: "4.4.29" });
    },
  },
  {
    id: "region-elsewhere",
    text: "The known cluster is in another region, and an outage may only name regions of the cluster.",
    change: objects(({ operation, body }) => {
      const filters = listMember(fieldsOf(body), "outageFilters");
      const odd = filters.some((filter) => textMember(filter, "regionName") !== FAR_REGION);
      return operation.id === "startOutageSimulation" && odd ? "a region of the cluster" : undefined;
    }),
    furnish: ({ state, world }) => {
      for (const cluster of [...state.clusters.list(world.projectId)])
        if (cluster.providers[0] === PROVIDER_CODES[0]) state.clusters.put(moved(cluster));
    },
  },
  {
    id: "roles-as-given",
    text: "If the description names no role, any key may call; if it names an organization role, any key of its projects may.",
    change: ({ allowed }) => ({
      allowed: (operation, held) =>
        allowed(operation, held) ||
        (operation.roles === "unstated" && operation.area !== "access-history") ||
        (Array.isArray(operation.roles) && operation.roles.every((role) => role === "Organization Member") && held.any),
    }),
  },
  {
    id: "deleted-schedule-shown",
    text: "Deleting a schedule returns its former policies, and restore jobs of serverless instances show empty lists of parts.",
    change: ({ answers, backup }) => {
      let last: unknown;
      return {
        backup: {
          ...backup,
          showServerlessRestore: (job) => ({
            components: [],
            privateDownloadDeliveryUrls: [],
            ...backup.showServerlessRestore(job),
          }),
        },
        answers: (operation, body, given) => {
          const answer = answers(operation, body, given);
          const { policies } = fieldsOf(answer.body);
          if (operation.id === "deleteBackupSchedules" && last !== undefined)
            return { ...answer, body: { ...fieldsOf(answer.body), policies: last } };
          if (Array.isArray(policies) && policies.length > 0) last = policies;
          return answer;
        },
      };
    },
  },
  {
    id: "hosts-in-capitals",
    text: "Entries of the access history show hostnames in capitals.",
    change: ({ showAttempt }) => ({
      showAttempt: (body) => {
        const shown = fieldsOf(showAttempt(body));
        return { ...shown, hostname: String(shown["hostname"]).toUpperCase() };
      },
    }),
  },
  {
    id: "other-ids-uuid",
    text: "Ids whose form the description does not state are UUIDs.",
    change: ({ answers }) => ({
      answers: (operation, body, given) => {
        const answer = answers(operation, body, given);
        switch (operation.id) {
          case "startOutageSimulation":
          case "getOutageSimulation":
          case "endOutageSimulation":
            return { ...answer, body: withUuid(fieldsOf(answer.body), "id") };
          case "listAllClusters": {
            const projects = listMember(fieldsOf(answer.body), "results").map((project) => ({
              ...project,
              clusters: listMember(project, "clusters").map((cluster) => withUuid(cluster, "clusterId")),
            }));
            return { ...answer, body: { ...fieldsOf(answer.body), results: projects } };
          }
          default:
            return answer;
        }
      },
    }),
  },
];

/** Replaces the member by a UUID derived from it. */
function withUuid(fields: Fields, name: string): Fields {
  const id = textMember(fields, name);
  if (id === undefined) return fields;
  const uuid = `${id.slice(0, 8)}-${id.slice(8, 12)}-4${id.slice(12, 15)}-8${id.slice(15, 18)}-${id.slice(12)}`;
  return { ...fields, [name]: uuid };
}
