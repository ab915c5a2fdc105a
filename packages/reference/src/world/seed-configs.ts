import { exampleOf, NOTIFICATION_KINDS, type NotificationKind, notificationInput } from "@plumbline/schemas";
import type { Random } from "../random.ts";
import type { StoredConfig } from "../records/alert-config.ts";
import type { Fields } from "../records/fields.ts";
import type { Project } from "../records/project.ts";
import { OWN_EVENTS } from "../rules/events.ts";
import { EVENT_TYPES } from "./event-types.ts";
import { MATCHER_FIELDS } from "./matcher-fields.ts";

const own: ReadonlySet<string> = new Set(OWN_EVENTS);
const DAY = 24 * 60 * 60 * 1000;

/**
 * Configurations with all event types and notification kinds, in groups of four with the same creation time. No enabled
 * one names an event that requests cause, so the alerts of a new world stay unchanged until a test raises more.
 */
export function seedConfigs(
  random: Random,
  newId: () => string,
  project: Project,
  count: number,
  now: number,
): readonly StoredConfig[] {
  const eventTypes = [...EVENT_TYPES];
  const configs: StoredConfig[] = [];
  for (let index = 0; index < count; index += 1) {
    const twin = index % 4 === 0 ? undefined : configs.at(-1);
    const created = twin?.created ?? now - random.integer(2 * DAY, 90 * DAY);
    const eventTypeName = eventTypes[index % eventTypes.length] ?? "";
    const second = index % 5 === 0 ? [sample(random, kindAt(index + 3))] : [];
    configs.push({
      id: newId(),
      groupId: project.id,
      created,
      updated: created + (index % 3 === 0 ? 0 : random.integer(1, 2 * DAY)),
      enabled: index % 2 === 0 && !own.has(eventTypeName),
      eventTypeName,
      matchers:
        index % 3 === 0 ? [{ fieldName: random.pick(MATCHER_FIELDS), operator: "EQUALS", value: "Cluster0" }] : [],
      notifications: [sample(random, kindAt(index)), ...second],
    });
  }
  return configs;
}

function kindAt(index: number): NotificationKind {
  return NOTIFICATION_KINDS[index % NOTIFICATION_KINDS.length] ?? "EMAIL";
}

/** A target of the kind with every known member; its key, if it has one, is random. */
function sample(random: Random, kind: NotificationKind): Fields {
  const alternative = notificationInput.oneOf?.find((one) => one.properties?.["typeName"]?.const === kind) ?? {};
  const fields = Object.fromEntries(
    Object.entries(alternative.properties ?? {}).map(([name, schema]) => [name, exampleOf(schema)]),
  );
  return "monitoringApiKey" in fields ? { ...fields, monitoringApiKey: random.hex(32) } : fields;
}
