import type { Behaviour } from "../decisions/behaviour.ts";
import { honest } from "../honest.ts";
import { accessHistoryFaults } from "./access-history.ts";
import { alertConfigFaults } from "./alert-configs.ts";
import { alertFaults } from "./alerts.ts";
import { authFaults } from "./auth.ts";
import { backupFaults } from "./backup.ts";
import { besideFaults } from "./beside.ts";
import { bodyFormFaults } from "./body-forms.ts";
import { clusterFaults } from "./clusters.ts";
import { emptyListFaults } from "./empty-lists.ts";
import { envelopeFaults } from "./envelope.ts";
import { errorBodyFaults } from "./error-body.ts";
import type { Fault } from "./fault.ts";
import { formFaults } from "./forms.ts";
import { halfFaults } from "./halves.ts";
import { headerFaults } from "./headers.ts";
import { historyFaults } from "./histories.ts";
import { keptFaults } from "./kept.ts";
import { liveMigrationFaults } from "./live-migration.ts";
import { metricsFaults } from "./metrics.ts";
import { outageFaults } from "./outages.ts";
import { pagingFaults } from "./paging.ts";
import { parameterFaults } from "./parameters.ts";
import { recordFaults } from "./records.ts";
import { resultFaults } from "./results.ts";
import { roleFaults } from "./roles.ts";
import { routingFaults } from "./routing.ts";
import { searchFaults } from "./search.ts";
import { accessRoleFaults, settingsFaults } from "./settings.ts";
import { snapshotFaults } from "./snapshots.ts";
import { stateFaults } from "./state.ts";
import { tokenFaults } from "./tokens.ts";
import { UnknownFaultError } from "./unknown-fault-error.ts";
import { validationFaults } from "./validation.ts";
import { versioningFaults } from "./versioning.ts";

/** Every fault, layer by layer. */
export const faults: readonly Fault[] = [
  ...routingFaults,
  ...validationFaults,
  ...authFaults,
  ...tokenFaults,
  ...errorBodyFaults,
  ...pagingFaults,
  ...envelopeFaults,
  ...formFaults,
  ...versioningFaults,
  ...headerFaults,
  ...accessHistoryFaults,
  ...alertConfigFaults,
  ...alertFaults,
  ...searchFaults,
  ...stateFaults,
  ...metricsFaults,
  ...roleFaults,
  ...parameterFaults,
  ...resultFaults,
  ...emptyListFaults,
  ...keptFaults,
  ...settingsFaults,
  ...accessRoleFaults,
  ...outageFaults,
  ...liveMigrationFaults,
  ...clusterFaults,
  ...backupFaults,
  ...snapshotFaults,
  ...besideFaults,
  ...halfFaults,
  ...recordFaults,
  ...bodyFormFaults,
  ...historyFaults,
];

/**
 * A behaviour, by default the honest one, changed by the named faults in the given order.
 * @throws UnknownFaultError for an id that no fault has.
 */
export function withFaults(ids: readonly string[], base: Behaviour = honest): Behaviour {
  let behaviour = base;
  for (const id of ids) behaviour = { ...behaviour, ...find(id).change(behaviour) };
  return behaviour;
}

function find(id: string): Fault {
  const found = faults.find((fault) => fault.id === id);
  if (found === undefined) throw new UnknownFaultError(id, nearest(id));
  return found;
}

function nearest(id: string): string {
  const wanted = id.toUpperCase();
  return faults.map((fault) => fault.id).sort((a, b) => distance(a, wanted) - distance(b, wanted))[0] ?? "";
}

/** The Levenshtein distance: how many characters must be inserted, removed or replaced. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
