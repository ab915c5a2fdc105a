/** Lists and reads that show records which no operation of the interface can delete. */
const STAYING = [
  "listClusters",
  "listAllClusters",
  "listCloudAccessRoles",
  "listExportJobs",
  "listRestoreJobs",
  "listServerlessRestoreJobs",
  "getMigration",
  "getMigrationValidation",
];

/** Whether a difference could not be undone, because its permission allows permanent effects. */
export const stays = ({ operation, kind, member }) =>
  (kind === "added" && STAYING.includes(operation)) ||
  (kind === "changed" && operation === "listSnapshots" && member === "expiresAt");

/** Whether a text reports this difference: a line with its id that does not say that all is well. */
export function isNamed(one, text) {
  const names = namesOf(one);
  return text.split("\n").some((line) => !/^\s*✔/.test(line) && names.some((name) => line.includes(name)));
}

/** Whether a report lists the difference among records that are not undone. */
export const isListed = (one, changes) =>
  changes.some(({ id, state }) => !/^(removed|restored)$/.test(state) && namesOf(one).includes(id));

/**
 * The names of a difference: the id of a record, also the name of a cluster, and for a setting the names of its place.
 */
const namesOf = ({ id, name, operation, place }) => [
  ...(/^get(Auditing|CustomDns|Backup)|^listCustom|^getOutage|^listMigratable/.test(operation)
    ? place.split("/")
    : [id]),
  ...(typeof name === "string" && name.length > 7 ? [name] : []),
];

/** The read that shows a record which no list shows, by the operation that creates it. */
const UNLISTED = { createMigration: "getMigration", validateMigration: "getMigrationValidation" };

/**
 * Records whose id a run or a cleanup says it does not know, where it could not know it: by the read that shows each.
 */
export const lostIn = (said) => [
  ...[...said.matchAll(/without an id of (\w+) stays/g)].flatMap(([, operation]) => UNLISTED[operation] ?? []),
  ...[...said.matchAll(/^\s*\d+ from (\w+): (.*)$/gm)].flatMap(([, operation, ids]) =>
    [...ids.matchAll(/without an id(?: \((\d+) times\))?/g)].flatMap(([, times = "1"]) =>
      Array.from({ length: Number(times) }, () => UNLISTED[operation] ?? []).flat(),
    ),
  ),
];
