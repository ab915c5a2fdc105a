import type { StoredAlert } from "../records/alert.ts";
import type { StoredConfig } from "../records/alert-config.ts";
import type { ConfigFields } from "./fields.ts";

/** A configuration that leaves out `enabled` is disabled. */
export function newConfig(
  fields: ConfigFields,
  identity: Pick<StoredConfig, "id" | "groupId">,
  now: number,
): StoredConfig {
  const { enabled, eventTypeName, matchers, notifications } = stated(fields);
  const { id, groupId } = identity;
  return { id, groupId, created: now, updated: now, enabled, eventTypeName, matchers, notifications };
}

/** An update states the whole configuration: what it leaves out falls back to its default. */
export function updatedConfig(config: StoredConfig, fields: ConfigFields, updated: number): StoredConfig {
  return { ...config, ...stated(fields), updated };
}

/** Sets `enabled` and `updated`, and keeps all other members. */
export function toggledConfig(config: StoredConfig, enabled: boolean, updated: number): StoredConfig {
  return { ...config, enabled, updated };
}

function stated(fields: ConfigFields): Omit<StoredConfig, "id" | "groupId" | "created" | "updated"> {
  return {
    enabled: fields.enabled ?? false,
    eventTypeName: fields.eventTypeName,
    matchers: fields.matchers,
    notifications: fields.notifications,
  };
}

/** The configurations that an alert came from: its own, unless that was deleted since. */
export function configsOfAlert(_alert: StoredAlert, found: StoredConfig | undefined): readonly StoredConfig[] {
  return found === undefined ? [] : [found];
}

/** All but the last four characters replaced; a key that short gets asterisks in front, so that it still looks masked. */
export function maskKey(key: string): string {
  const characters = [...key];
  return "*".repeat(Math.max(characters.length - 4, 4)) + characters.slice(-4).join("");
}
