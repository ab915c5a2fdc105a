import { member } from "../../ground/json.ts";
import type { Story } from "../../kernel/story.ts";
import type { World } from "../../target/world.ts";
import { migrationBody } from "../../writes/migrations.ts";
import { WRITES } from "../../writes/table.ts";
import { ownRecord } from "../shared/perform.ts";
import type { Twin } from "../shared/twin.ts";

/** The positive control for refusals of migration bodies. */
export const migrationTwin: Twin = { body: ({ world }: { readonly world: World }) => migrationBody(world) };

/** The id of a migration or validation, wrapped or not. */
export function migrationId(json: unknown): string | undefined {
  const id = member(json, "_id") ?? member(member(json, "content"), "_id");
  return typeof id === "string" ? id : undefined;
}

/** A change of a call that addresses this migration. */
export const ofMigration = (liveMigrationId: string) => ({ path: { liveMigrationId } });

/**
 * Creates a migration and waits a short time until it can be cut over. A mock never gets there, so the run does not
 * wait.
 */
export async function readyMigration(story: Story): Promise<string> {
  const { on } = WRITES.cutOverMigration;
  const path = on && (await ownRecord(story, "cutOverMigration", on));
  story.world.memory.keepReady("cutOverMigration", story.subject.version, undefined);
  return path?.["liveMigrationId"] ?? story.cannot("the created migration has no id, so it cannot be addressed");
}
