import type { StoredConfig } from "../records/alert-config.ts";
import type { ConfigFields } from "./fields.ts";

/** A configuration without `enabled` is disabled. */
export function newConfig(
  fields: ConfigFields,
  identity: Pick<StoredConfig, "id" | "groupId">,
  now: number,
): StoredConfig {
  const { enabled, eventTypeName, matchers, notifications } = stated(fields);
  const { id, groupId } = identity;
  return { id, groupId, created: now, updated: now, enabled, eventTypeName, matchers, notifications };
}

/** An update replaces the whole configuration: omitted members get their defaults. */
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

/** The configuration of an alert, or none if it was deleted. */
export function configsOfAlert(found: StoredConfig | undefined): readonly StoredConfig[] {
  return found === undefined ? [] : [found];
}

/**
 * Replaces all except the last four characters. A shorter key gets asterisks in front, so that it still looks masked.
 */
export function maskKey(key: string): string {
  const characters = [...key];
  return "*".repeat(Math.max(characters.length - 4, 4)) + characters.slice(-4).join("");
}
