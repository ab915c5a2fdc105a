import type { Project } from "../records/project.ts";
import type { RecordStores } from "./record-stores.ts";

const HOUR = 60 * 60 * 1000;

/** A migration that has been ready for an hour, a finished one, a successful validation and a failed one. */
export function seedMigrations(
  newId: () => string,
  project: Project,
  { migrations, validations }: Pick<RecordStores, "migrations" | "validations">,
  now: number,
): { readonly migrationIds: readonly string[]; readonly validationIds: readonly string[] } {
  const groupId = project.id;
  const begun = { groupId, created: now - 2 * HOUR };
  const migrationHosts = ["migration-host-0.example.net"];
  return {
    migrationIds: [
      migrations.put({ id: newId(), ...begun, migrationHosts }).id,
      migrations.put({ id: newId(), ...begun, migrationHosts, cutOver: now - HOUR }).id,
    ],
    validationIds: [
      validations.put({ id: newId(), ...begun, sourceGroupId: newId() }).id,
      validations.put({ id: newId(), ...begun, problem: "There are no credentials for the source." }).id,
    ],
  };
}
