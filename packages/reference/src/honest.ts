import { DIGEST_CHALLENGE, LIMITS, readText } from "@plumbline/schemas";
import { allowed, heldRoles } from "./auth/roles.ts";
import type { Behaviour } from "./decisions/behaviour.ts";
import { accepts, mediaTypeOf } from "./http/media-type.ts";
import { missingCompanion } from "./http/parameters.ts";
import { decodePercent } from "./http/query.ts";
import { honestAccessRoles } from "./rules/access-roles.ts";
import { acknowledged, isOpen, statusMatches } from "./rules/alerts.ts";
import { keepsAttempt, lacksAccessHistory } from "./rules/attempts.ts";
import { honestBackup } from "./rules/backup.ts";
import { honestClusters } from "./rules/clusters.ts";
import { configsOfAlert, maskKey, newConfig, toggledConfig, updatedConfig } from "./rules/configs.ts";
import { readInstant, showInstant } from "./rules/instants.ts";
import { honestMigrations } from "./rules/migrations.ts";
import { honestOutages } from "./rules/outages.ts";
import { honestSearch } from "./rules/search.ts";
import { honestSettings } from "./rules/settings.ts";
import { sameDigest, sameSecret } from "./secrets.ts";
import { EVENT_TYPES } from "./world/event-types.ts";
import { MATCHER_FIELDS } from "./world/matcher-fields.ts";
import { PUBLIC_EVENT_TYPES } from "./world/public-event-types.ts";

/** The version of this package; the hash only has the form of a build's. */
export const VERSION = "0.1.0";
const GIT_HASH = "706c756d626c696e65207265666572656e636500";

const asIs = <T>(value: T): T => value;

/** The behaviour that the contract requires. */
export const honest: Behaviour = {
  mount: (route) => [route],

  accepts,
  mediaType: mediaTypeOf,
  errorMediaType: () => "application/json",
  serviceVersion: () => `gitHash=${GIT_HASH}; versionString=${VERSION}`,

  segment: decodePercent,
  read: ({ schema }, text) => readText(schema, text),
  defaultOf: ({ schema }) => schema.default,
  missingCompanion,
  malformedStatus: () => 400,
  objections: asIs,
  keptOfRefused: () => undefined,
  keeps: asIs,
  knowsEventType: (name) => EVENT_TYPES.has(name) || PUBLIC_EVENT_TYPES.has(name),
  takesStrayParts: () => true,
  knowsMatcherField: (name) => MATCHER_FIELDS.some((field) => field === name),
  readInstant,

  admitsAnonymous: () => false,
  challenge: (realm, nonce, stale) =>
    `Digest realm="${realm}", nonce="${nonce}", algorithm=${DIGEST_CHALLENGE.algorithm}, qop="${DIGEST_CHALLENGE.qop}", stale=${stale}`,
  offered: ({ algorithm, qop }) =>
    algorithm.toUpperCase() === DIGEST_CHALLENGE.algorithm && qop === DIGEST_CHALLENGE.qop,
  answersChallenge: ({ realm, cnonce }, own) => realm === own && cnonce !== "",
  uriMatches: (given, target) => given === target,
  sameKey: () => false,
  responseMatches: sameDigest,
  nonceAccepted: (standing) => standing === "fresh",
  nonceUses: () => Number.POSITIVE_INFINITY,
  unknownKeyStatus: () => 401,
  unreadableStatus: () => 401,
  basicOpens: () => false,
  newTokenRevokes: () => false,
  tokenIn: asIs,
  allowed,
  heldRoles,
  waitsForPlace: () => true,
  keepsOut: () => true,

  secretMatches: sameSecret,
  metricsUserMatches: (given, expected) =>
    sameSecret(`${given.username}:${given.password}`, `${expected.username}:${expected.password}`),
  addressAllowed: (accessList, address) => accessList === "any" || accessList.includes(address),
  grantAccepted: (grantType) => grantType === "client_credentials",
  tokenRequestsPerWindow: () => LIMITS.tokenRequests.count,
  tokenCounter: (clientId) => clientId,
  tokenWindow: (now, length) => ({ from: now - length + 1, until: (first) => first + length }),
  countsWithoutToken: () => true,
  countAfterRefusal: (moments) => moments,
  retryAfter: (milliseconds) => String(Math.ceil(milliseconds / 1_000)),
  tokenBody: (token, lifetimeSeconds) => ({
    access_token: token,
    token_type: "Bearer",
    expires_in: lifetimeSeconds,
  }),
  tokenError: asIs,
  tokenErrorStatus: (_error, status) => status,

  beside: () => undefined,

  answers: (_operation, body) => (body === undefined ? { status: 204 } : { status: 200, body }),
  refusal: asIs,
  errorBody: asIs,
  errorPage: () => undefined,
  errorStatus: asIs,

  pageSize: asIs,
  pageNumber: asIs,
  pageStart: (number, size) => (number - 1) * size,
  totalCount: (_onPage, whole) => whole,
  showsCount: asIs,
  ordered: asIs,

  envelope: (status, body) => ({ status, content: body }),
  print: (body, pretty) => (pretty ? JSON.stringify(body, null, 2) : JSON.stringify(body)),

  showId: asIs,
  showInstant,
  maskKey,
  strayConfig: () => undefined,
  repeatedConfig: () => undefined,
  showConfig: asIs,
  showAlert: asIs,
  showAttempt: asIs,

  newConfig,
  updatedConfig,
  toggledConfig,
  deletes: () => true,
  configsOfAlert,
  matcherFields: () => MATCHER_FIELDS,

  acknowledged,
  isOpen,
  statusMatches,

  lacksAccessHistory,
  keepsAttempt,
  attemptCap: asIs,
  firstAttempts: (all, keeps, cap) => all.filter(keeps).slice(0, cap),

  scrapeTarget: asIs,

  settings: honestSettings,
  accessRoles: honestAccessRoles,
  outages: honestOutages,
  search: honestSearch,
  clusters: honestClusters,
  migrations: honestMigrations,
  backup: honestBackup,
};
