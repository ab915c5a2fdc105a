import type { StoredRecord } from "../records/stored-record.ts";
import { fieldsOf } from "../rules/members.ts";
import type { RecordStore } from "../world/record-store.ts";
import type { Variant } from "./variant.ts";

/** Timestamps in another form of ISO 8601 for UTC. */
const shows = (id: string, text: string, change: (instant: string) => string): Variant => ({
  id,
  text,
  change: ({ showInstant }) => ({ showInstant: (at) => change(showInstant(at)) }),
});

/** Keeps only the first records of a project, by creation. */
function keepFirst<T extends StoredRecord>(store: RecordStore<T>, groupId: string, count: number): void {
  for (const record of store.list(groupId).slice(count)) store.remove(record);
}

/** A source project that an organization linked long ago. */
const SOURCE = { projectId: "5f9a0c0000000000000000a0", name: "Source project", migrationHosts: [], deployments: [] };

/** Records with other contents, and worlds with fewer records. */
export const recordVariants: readonly Variant[] = [
  shows("dates-whole-seconds", "Moments have no fractions of a second.", (instant) => instant.replace(/\.\d+/, "")),
  shows("dates-offset", "Moments end in +00:00.", (instant) => instant.replace("Z", "+00:00")),
  shows("dates-microseconds", "Moments have six digits of a second.", (instant) =>
    instant.replace(/(\.\d{3})Z$/, "$1000Z"),
  ),
  {
    id: "key-mask-short",
    text: "A masked key is four asterisks and its last four characters.",
    change: () => ({ maskKey: (key) => `****${key.slice(-4)}` }),
  },
  {
    id: "key-mask-dots",
    text: "A masked key is as long as the key, with dots.",
    change: () => ({ maskKey: (key) => "\u2022".repeat(key.length - 4) + key.slice(-4) }),
  },
  {
    id: "toggle-same-leaves-updated",
    text: "A toggle changes updated only if it enables a disabled configuration.",
    change: ({ toggledConfig }) => ({
      toggledConfig: (config, enabled, updated) =>
        toggledConfig(config, enabled, enabled && !config.enabled ? updated : config.updated),
    }),
  },
  {
    id: "acknowledged-tracking",
    text: "An open alert has the status TRACKING while it is acknowledged.",
    change: ({ acknowledged }) => ({
      acknowledged: (alert, fields, username, updated) => {
        const changed = acknowledged(alert, fields, username, updated);
        if (alert.status === "CLOSED") return changed;
        return { ...changed, status: changed.acknowledgedUntil === undefined ? "OPEN" : "TRACKING" };
      },
    }),
  },
  {
    id: "unacknowledged-comment-stays",
    text: "The comment of an alert remains after its acknowledgement ends.",
    change: ({ acknowledged }) => ({
      acknowledged: (alert, fields, username, updated) => {
        const changed = acknowledged(alert, fields, username, updated);
        const comment = changed.acknowledgementComment ?? alert.acknowledgementComment;
        return { ...changed, ...(comment !== undefined && { acknowledgementComment: comment }) };
      },
    }),
  },
  {
    id: "alerts-few-members",
    text: "Alerts and configurations leave out all optional members.",
    change: ({ showAlert, showConfig }) => ({
      showAlert: (body) => {
        const {
          lastNotified: _notified,
          resolved: _resolved,
          acknowledgingUsername: _name,
          ...rest
        } = fieldsOf(showAlert(body));
        return rest;
      },
      showConfig: (body) => {
        const { matchers, ...rest } = fieldsOf(showConfig(body));
        return Array.isArray(matchers) && matchers.length === 0 ? rest : { ...rest, matchers };
      },
    }),
  },
  {
    id: "history-oldest-first",
    text: "Access history begins with the oldest attempt.",
    furnish: ({ state }) => {
      const attempts = state.attempts as (typeof state.attempts)[number][];
      attempts.reverse();
    },
  },
  {
    id: "projects-to-migrate",
    text: "An organization lists migratable projects although it has no link.",
    change: ({ answers }) => ({
      answers: (operation, body, given) => {
        const answer = answers(operation, body, given);
        const none =
          operation.id === "listMigratableProjects" && Array.isArray(answer.body) && answer.body.length === 0;
        return none ? { ...answer, body: [SOURCE] } : answer;
      },
    }),
  },
  {
    id: "old-engines-shared",
    text: "The project with old engines has clusters of shared tiers only.",
    sparse: true,
    furnish: ({ state, world }) => {
      for (const cluster of [...state.clusters.list(world.oldEngineProjectId)]) {
        const { settings } = cluster;
        const providerSettings = { ...fieldsOf(settings["providerSettings"]), instanceSizeName: "M5" };
        state.clusters.put({ ...cluster, tier: "M5", settings: { ...settings, providerSettings } });
      }
    },
  },
  {
    id: "few-records",
    text: "The project has two configurations and one alert.",
    sparse: true,
    furnish: ({ state, world }) => {
      keepFirst(state.configs, world.projectId, 2);
      keepFirst(state.alerts, world.projectId, 1);
    },
  },
  {
    id: "no-policy",
    text: "The project has no backup compliance policy.",
    sparse: true,
    furnish: ({ state, world }) => {
      for (const policy of [...state.compliance.list(world.projectId)]) state.compliance.remove(policy);
    },
  },
  {
    id: "bare-schedule",
    text: "No schedule of the project has settings for export, copies or extra retention.",
    sparse: true,
    furnish: ({ state, world }) => {
      for (const schedule of [...state.schedules.list(world.projectId)]) {
        const { copySettings: _copies, export: _none, extraRetentionSettings: _kept, ...settings } = schedule.settings;
        state.schedules.put({ ...schedule, settings });
      }
    },
  },
  {
    id: "no-alerts",
    text: "The project has no alerts, and one configuration.",
    sparse: true,
    furnish: ({ state, world }) => {
      keepFirst(state.configs, world.projectId, 1);
      keepFirst(state.alerts, world.projectId, 0);
    },
  },
];
