import { array, boolean, constant, discriminated, integer, object, open, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { otherId, recordId } from "../vocabulary.ts";

/*
 * The fourteen kinds of notification target. The description gives the members of the first kind only; those of the
 * others are known from public material, so they are suggested and never asserted. The `typeName` values are neutral
 * names, which a profile maps to those of a target.
 */
const kind = <const T extends string, M extends Parameters<typeof object>[0]>(typeName: T, suggested: M) =>
  object(
    { typeName: constant(typeName) },
    Object.fromEntries(Object.entries({ ...suggested, ...notified }).map(([name, schema]) => [name, open(schema)])),
  );

/** Members of every kind. */
const notified = { delayMin: integer({ examples: [0] }), notifierId: recordId };
/** For kinds whose notifications the service repeats; incident managers repeat them themselves. */
const repeated = { intervalMin: integer({ examples: [60] }) };
/** Kinds that are set up once, outside the configurations. */
const integrated = { integrationId: recordId };

const email = string({ format: "email", examples: ["alerts@example.com"] });
const audience = { emailEnabled: boolean({ examples: [true] }), smsEnabled: boolean({ examples: [false] }) };
const roles = array(string({ examples: ["GROUP_OWNER"] }));

/** The one kind of notification whose members the description lists; its key is a secret. */
export const monitoringPlatform = object(
  { typeName: constant("MONITORING_PLATFORM") },
  {
    monitoringApiKey: string({ examples: ["00000000000000000000000000001234"] }),
    monitoringRegion: string({ examples: ["US"] }),
    delayMin: integer({ examples: [0] }),
    integrationId: recordId,
    intervalMin: integer({ examples: [60] }),
    notifierId: recordId,
  },
);

/** Every kind of notification target, as a value of `typeName`. */
export const NOTIFICATION_KINDS = [
  "MONITORING_PLATFORM",
  "EMAIL",
  "GROUP",
  "LEGACY_TEAM_CHAT",
  "TEAM_COLLABORATION_CHAT",
  "INCIDENT_MANAGEMENT_1",
  "INCIDENT_MANAGEMENT_2",
  "INCIDENT_MANAGEMENT_3",
  "ORG",
  "TEAM_CHAT",
  "SMS",
  "TEAM",
  "USER",
  "WEBHOOK",
] as const;
/** One of `NOTIFICATION_KINDS`. */
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

const kinds = [
  monitoringPlatform,
  kind("EMAIL", { emailAddress: email, ...repeated }),
  kind("GROUP", { ...audience, roles, ...repeated }),
  kind("LEGACY_TEAM_CHAT", { notificationToken: string(), roomName: string(), ...repeated, ...integrated }),
  kind("TEAM_COLLABORATION_CHAT", {
    collaborationWebhookUrl: string({ format: "uri" }),
    ...repeated,
    ...integrated,
  }),
  kind("INCIDENT_MANAGEMENT_1", {
    incident1ApiKey: string(),
    incident1Region: string({ examples: ["US"] }),
    ...integrated,
  }),
  kind("INCIDENT_MANAGEMENT_2", { serviceKey: string(), region: string({ examples: ["US"] }), ...integrated }),
  kind("INCIDENT_MANAGEMENT_3", { incident3ApiKey: string(), incident3RoutingKey: string(), ...integrated }),
  kind("ORG", { ...audience, roles, ...repeated }),
  kind("TEAM_CHAT", { apiToken: string(), channelName: string(), ...repeated, ...integrated }),
  kind("SMS", { mobileNumber: string({ examples: ["+15550100"] }), ...repeated }),
  kind("TEAM", { ...audience, teamId: recordId, teamName: string(), ...repeated }),
  kind("USER", { ...audience, username: email, ...repeated }),
  kind("WEBHOOK", {
    ...repeated,
    ...integrated,
    webhookUrl: string({ format: "uri", examples: ["https://hooks.example.com/alerts"] }),
    webhookSecret: string(),
  }),
] as const;

/** A notification target in a request: one of the fourteen kinds, distinguished by `typeName`. */
export const notificationInput = discriminated("typeName", kinds, { title: "NotificationInput", "x-level": "SHOULD" });

/**
 * A notification target in a request. The description shows only `typeName` for kinds other than the monitoring
 * platform.
 */
export type NotificationInput = Static<typeof notificationInput>;

const shown = {
  monitoringApiKey: string({ examples: ["****************************1234"] }),
  monitoringRegion: string({ examples: ["US"] }),
  delayMin: integer({ examples: [0] }),
  // Ids as in the monitoring platform; the description says nothing about other kinds.
  integrationId: otherId,
  intervalMin: integer({ examples: [60] }),
  notifierId: otherId,
};

/** Known members of the other kinds. */
const unshown = Object.fromEntries(
  kinds
    .flatMap(({ properties = {} }) => Object.entries(properties))
    .filter(([name]) => name !== "typeName" && !Object.hasOwn(shown, name))
    .map(([name, { "x-suggested": suggested = {} }]) => [name, suggested]),
);

/** A notification target in an answer: any kind, and members have a type where the description gives one. */
export const notification = object(
  { typeName: string({ "x-known-values": NOTIFICATION_KINDS, examples: ["EMAIL"] }) },
  shown,
  { title: "Notification", "x-also": unshown },
);
/** A notification target in an answer, with its key masked. */
export type Notification = Static<typeof notification>;
