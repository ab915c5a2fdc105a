/** Operations whose effect nothing in the interface takes away again, by the list or read that shows it. */
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

/** Whether what differs could not have been removed or put back: done by a permission that says so. */
export const stays = ({ operation, kind, member }) =>
  (kind === "added" && STAYING.includes(operation)) ||
  (kind === "changed" && operation === "listSnapshots" && member === "expiresAt");

/** Whether a text tells a reader of this difference: a line with its id that does not say all is well. */
export function isNamed(one, text) {
  const names = namesOf(one);
  return text.split("\n").some((line) => !/^\s*✔/.test(line) && names.some((name) => line.includes(name)));
}

/** Whether a report lists it among what is not as it was. */
export const isListed = (one, changes) =>
  changes.some(({ id, state }) => !/^(removed|restored)$/.test(state) && namesOf(one).includes(id));

/** A record by its id, a cluster also by its name, a setting by what it is a setting of. */
const namesOf = ({ id, name, operation, place }) => [
  ...(/^get(Auditing|CustomDns|Backup)|^listCustom|^getOutage|^listMigratable/.test(operation)
    ? place.split("/")
    : [id]),
  ...(typeof name === "string" && name.length > 7 ? [name] : []),
];

/** What reads a record that no list shows, by the operation that makes it. */
const UNLISTED = { createMigration: "getMigration", validateMigration: "getMigrationValidation" };

/** Records that a run or a cleanup says it knows no id of, where nothing could have told it: by the read that shows each. */
export const lostIn = (said) => [
  ...[...said.matchAll(/without an id of (\w+) stays/g)].flatMap(([, operation]) => UNLISTED[operation] ?? []),
  ...[...said.matchAll(/^\s*\d+ from (\w+): (.*)$/gm)].flatMap(([, operation, ids]) =>
    ids
      .split("without an id")
      .slice(1)
      .flatMap(() => UNLISTED[operation] ?? []),
  ),
];
