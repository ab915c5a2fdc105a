import type { StoredAlert } from "../records/alert.ts";
import type { StoredConfig } from "../records/alert-config.ts";
import type { Service } from "../service.ts";
import type { Variant } from "./variant.ts";

/**
 * Reduces the configurations and alerts of the project to this number, keeping those of one configuration first, or
 * adds as many as needed.
 */
function holds({ state, world: { projectId } }: Service, count: number): void {
  const [firstConfig] = state.configs.list(projectId);
  const alerts = [...state.alerts.list(projectId)].sort(
    (a, b) => Number(b.alertConfigId === firstConfig?.id) - Number(a.alertConfigId === firstConfig?.id),
  );
  for (const alert of alerts.slice(count)) state.alerts.remove(alert);
  for (const config of state.configs.list(projectId).slice(count)) state.configs.remove(config);
  const [first] = alerts;
  while (first !== undefined && state.alerts.count(projectId) < count)
    state.alerts.put({ ...first, id: state.newId() } satisfies StoredAlert);
  while (firstConfig !== undefined && state.configs.count(projectId) < count)
    state.configs.put({ ...firstConfig, id: state.newId() } satisfies StoredConfig);
}

/** Keeps only this many login attempts on the known cluster. */
function attempted({ state, world: { projectId, clusterName } }: Service, count: number): void {
  const attempts = state.attempts as (typeof state.attempts)[number][];
  const isOf = (one: (typeof attempts)[number]): boolean =>
    one.groupId === projectId && one.clusterName === clusterName;
  const kept = attempts.filter(isOf).slice(0, count);
  attempts.splice(0, attempts.length, ...attempts.filter((one) => !isOf(one) || kept.includes(one)));
}

/** Worlds of other sizes: rules about lists must not count missing records as a success. */
export const worldVariants: readonly Variant[] = [
  {
    id: "world-empty",
    text: "The project has no configurations, no alerts and no access history.",
    sparse: true,
    furnish: (service) => {
      holds(service, 0);
      attempted(service, 0);
    },
  },
  {
    id: "world-one",
    text: "The project has one configuration, one alert and one attempt to log in.",
    sparse: true,
    furnish: (service) => {
      holds(service, 1);
      attempted(service, 1);
    },
  },
  {
    id: "world-many",
    text: "The project has 150 configurations, 150 alerts and 150 attempts to log in.",
    furnish: (service) => {
      holds(service, 150);
      attempted(service, 150);
    },
  },
];
