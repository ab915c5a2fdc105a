import { difference, inLines } from "./difference.mjs";
import { stays } from "./named.mjs";
import { openIn, runReported, tally } from "./reported.mjs";
import { openServed } from "./served.mjs";

/** How many permanent records of each operation a whole run may create, and the read that shows them. */
const LIMITS = {
  createCluster: { most: 6, read: "listClusters" },
  createRestoreJob: { most: 12, read: "listRestoreJobs" },
  createServerlessRestoreJob: { most: 6, read: "listServerlessRestoreJobs" },
  createMigration: { most: 6, read: "getMigration" },
  validateMigration: { most: 6, read: "getMigrationValidation" },
  createCloudAccessRole: { most: 6, read: "listCloudAccessRoles" },
  createExportJob: { most: 4, read: "listExportJobs" },
};

export const staysTrials = ({ times, seed, only }) =>
  Array.from({ length: times }, (_, index) => ({
    seed: seed + index,
    name: `everything allowed, seed ${seed + index}`,
  })).filter(({ name }) => name.includes(only));

/**
 * The permanent records of a whole run with all permissions, as the report counts them and as the server shows them.
 */
export async function staysTrial({ name, seed }) {
  const served = await openServed({ seed, more: ["--speed", "60"] });
  try {
    const before = await served.inventory();
    const ran = await runReported(served);
    const left = difference(before, await served.inventory());
    const open = openIn(ran.changes);
    const rows = Object.entries(LIMITS).map(([operation, { most, read }]) => {
      const shown = left.filter((one) => one.operation === read && one.kind === "added");
      const told = open.filter((change) => change.operation === operation).map(({ id }) => id);
      // A cluster may be named instead of identified by its id.
      const apart = [
        ...shown.filter(({ id, name }) => !told.includes(id) && !told.includes(name)).map(({ id }) => id),
        ...told.filter((one) => !shown.some(({ id, name }) => one === id || one === name)),
      ];
      return { operation, most, shown: shown.length, told: told.length, apart };
    });
    const wrong = rows.filter(({ most, shown, apart }) => shown > most || apart.length > 0);
    const others = left.filter((one) => !stays(one));
    return {
      name,
      verdict: wrong.length > 0 ? "too many" : others.length > 0 ? "leaves more" : "within limits",
      bad: wrong.length > 0 || others.length > 0,
      facts:
        `exit ${ran.code} in ${ran.seconds.toFixed(0)} s, ${served.front.log.length} requests, ` +
        `${left.filter(stays).length} records stay, changes ${tally(ran.changes, ({ state }) => state)}`,
      details: [
        ...rows.map(
          ({ operation, most, shown, told, apart }) =>
            `${shown > most || apart.length > 0 ? "BAD" : "ok "} ${operation}: server ${shown}, report ${told}, limit ${most}` +
            `${apart.length > 0 ? `, ${apart.length} in one of them only: ${apart.slice(0, 3).join(", ")}` : ""}`,
        ),
        ...inLines(others).map((text) => `BAD left besides: ${text}`),
      ],
    };
  } finally {
    await served.close();
  }
}
