import type {
  BoundOperation,
  OperationId,
  Parameter,
  Profile,
  Reading,
  RouteVersion,
  StandardError,
  TokenError,
} from "@plumbline/schemas";
import type { Violation } from "@plumbline/schemas/validate";
import type { StoredAlert } from "../records/alert.ts";
import type { StoredConfig } from "../records/alert-config.ts";
import type { Attempt } from "../records/attempt.ts";
import type { Cluster } from "../records/cluster.ts";
import type { StoredRecord } from "../records/stored-record.ts";
import type { Refusal } from "../refusal.ts";
import type { AccessRoleBehaviour } from "../rules/access-roles.ts";
import type { BackupBehaviour } from "../rules/backup.ts";
import type { ClusterBehaviour } from "../rules/clusters.ts";
import type { AcknowledgementFields, AttemptFilter, ConfigFields } from "../rules/fields.ts";
import type { MigrationBehaviour } from "../rules/migrations.ts";
import type { OutageBehaviour } from "../rules/outages.ts";
import type { SearchBehaviour } from "../rules/search.ts";
import type { SettingsBehaviour } from "../rules/settings.ts";
import type { MetricsCredentials } from "../secrets.ts";
import type { Grant } from "./grant.ts";
import type { HeldRoles } from "./held-roles.ts";
import type { KeptPart } from "./kept-part.ts";
import type { Mount } from "./mount.ts";
import type { NonceStanding } from "./nonce-standing.ts";
import type { Offer } from "./offer.ts";
import type { Place } from "./place.ts";

/** A body with its operation and Content-Type. */
export interface SentBody {
  readonly operation: BoundOperation;
  readonly contentType: string;
  readonly body: unknown;
}

/** The known query parameters of a request, by name, as the caller wrote them. */
export type Given = ReadonlyMap<string, string>;

/** Text that the server sends unchanged instead of a JSON body. */
export interface Page {
  readonly mediaType: string;
  readonly text: string;
}

/**
 * Every decision in which a server of this interface can be wrong, as a function of values. The pipeline and the
 * handlers call these functions. `honest` answers as the contract says, and a fault replaces one or a few of the
 * functions.
 */
export interface Behaviour {
  /** Where the server really serves a route of the contract: once, nowhere, or elsewhere. */
  mount(route: Mount): readonly Mount[];

  /** Whether an answer of this version satisfies an Accept header. */
  accepts(accept: string | undefined, version: RouteVersion, profile: Profile): boolean;
  /** Content-Type of a success for this Accept header; `undefined` omits the header. */
  mediaType(version: RouteVersion, product: string, accept?: string): string | undefined;
  /** Content-Type of an error. */
  errorMediaType(): string;
  /** Value of the service version header. */
  serviceVersion(): string;

  /** The text of a path segment; `undefined` if an escape in it is broken. */
  segment(raw: string): string | undefined;
  /** The value of a parameter's text; any other kind of reading refuses the request. */
  read(parameter: Parameter, text: string, operation?: BoundOperation): Reading;
  /** The value of an omitted query parameter. */
  defaultOf(parameter: Parameter): unknown;
  /** A parameter that is missing although the request has another of its group. */
  missingCompanion(groups: readonly (readonly string[])[], given: Given, operation: BoundOperation): string | undefined;
  /** Status for a body that is not JSON. */
  malformedStatus(text: string): number;
  /** The violations that count. The server accepts a body without any. */
  objections(found: readonly Violation[], sent: SentBody): readonly Violation[];
  /** The part of a request that the server carries out although it refuses the whole: a write, and its body. */
  keptOfRefused(body: unknown, operation: BoundOperation): KeptPart | undefined;
  /** The body that the operation uses, with neutral names, after the server accepted the sent one. */
  keeps(body: unknown, operation: BoundOperation): unknown;
  knowsEventType(name: string, write: "create" | "update"): boolean;
  /** Whether the server accepts a matcher or notification without known members, and stores it empty. */
  takesStrayParts(): boolean;
  knowsMatcherField(name: string): boolean;
  /** The time of a date and time in text form. */
  readInstant(text: string): number | undefined;

  /**
   * Whether the server admits a caller without an Authorization header; `isKnown` if it admitted an earlier request on
   * the same connection.
   */
  admitsAnonymous(operation: BoundOperation, isKnown: boolean): boolean;
  /** The WWW-Authenticate header of the digest scheme; `undefined` omits the header. */
  challenge(realm: string, nonce: string, stale: boolean): string | undefined;
  /** Whether the challenge offered this algorithm and quality of protection. */
  offered(offer: Offer): boolean;
  /** Whether the realm is that of the challenge, and the cnonce that its qop needs is present. */
  answersChallenge(offer: Offer, realm: string): boolean;
  uriMatches(given: string, target: string): boolean;
  /** Whether a user name counts as a public key although they differ. */
  sameKey(given: string, known: string): boolean;
  responseMatches(given: string, expected: string, offer: Offer & { readonly uri: string }): boolean;
  nonceAccepted(standing: NonceStanding): boolean;
  /**
   * A configuration of another project that the server uses although the addressed project does not have it;
   * `isStranger` says whether the caller has no role in the project of a configuration.
   */
  strayConfig(
    id: string,
    all: Iterable<StoredConfig>,
    use: "read" | "write",
    isStranger: (config: StoredConfig) => boolean,
  ): StoredConfig | undefined;
  /** The number of uses after which a nonce is stale. */
  nonceUses(): number;
  /** Status for an unknown public key. */
  unknownKeyStatus(): number;
  /** Status for an Authorization header without readable credentials. */
  unreadableStatus(header: string): number;
  /** Whether a name and a password as Basic credentials admit a caller to the main interface. */
  basicOpens(given: MetricsCredentials, known: MetricsCredentials): boolean;
  /** Whether a new token revokes the earlier ones of its account. */
  newTokenRevokes(): boolean;
  /** The token to look up for the text that a caller presents. */
  tokenIn(presented: string): string;
  allowed(operation: BoundOperation, held: HeldRoles): boolean;
  /** The roles that count at the addressed place. */
  heldRoles(grant: Grant, place: Place): HeldRoles;
  /** Whether the server checks a caller's roles only after it knows the addressed project or organization. */
  waitsForPlace(): boolean;
  /** Whether the server really prevents the operation of a caller that it refuses, as unknown or for its roles. */
  keepsOut(operation: BoundOperation, status: number): boolean;

  secretMatches(given: string, expected: string): boolean;
  /** Whether name and password are those of the metrics user. */
  metricsUserMatches(given: MetricsCredentials, expected: MetricsCredentials): boolean;
  addressAllowed(accessList: readonly string[] | "any", address: string): boolean;
  grantAccepted(grantType: string): boolean;
  tokenRequestsPerWindow(): number;
  /** The key under which token requests of a client count together; the query is the text after the question mark. */
  tokenCounter(clientId: string, query: string): string;
  /** The moment from which requests count, and the end of the window that a first request opens; milliseconds. */
  tokenWindow(now: number, length: number): { readonly from: number; readonly until: (first: number) => number };
  /** Whether a request that gets no token, because of its form, counts against the limit. */
  countsWithoutToken(): boolean;
  /** The moments of a client's requests that still count after it was refused at `now`; milliseconds. */
  countAfterRefusal(moments: number[], now: number): number[];
  retryAfter(milliseconds: number): string | undefined;
  tokenBody(token: string, lifetimeSeconds: number): unknown;
  tokenError(error: TokenError, status: number): unknown;
  tokenErrorStatus(error: TokenError, status: number): number;

  /** A record that the write removes in addition, among the other records next to the addressed one, oldest first. */
  beside(
    operation: BoundOperation,
    outcome: "accepted" | "refused",
    others: readonly StoredRecord[],
    now: number,
  ): StoredRecord | undefined;

  /** Status and body of a success, with the profile's names. Without `body`, the handler sends none. */
  answers(
    operation: BoundOperation,
    body: unknown,
    given: Given,
    version?: RouteVersion,
  ): { readonly status: number; readonly body?: unknown };
  /** The refusal that the server sends instead of the suggested one; without an operation if no route was found. */
  refusal(suggested: Refusal, operation: BoundOperation | undefined): Refusal;
  /** The body of a refusal, or a page in its place. */
  errorBody(error: StandardError, pretty?: boolean): unknown;
  errorPage(status: number): Page | undefined;
  /** The status of a refusal if a rule suggests `status`. */
  errorStatus(status: number): number;

  pageSize(asked: number, list: OperationId): number;
  pageNumber(asked: number, list: OperationId): number;
  /** Index of the first record of a page. */
  pageStart(number: number, size: number, list: OperationId): number;
  totalCount(onPage: number, whole: number): number;
  showsCount(asked: boolean): boolean;
  /** The records of a list in the order shown; the function receives them in the order of the contract. */
  ordered<T extends { readonly created: number }>(records: readonly T[]): readonly T[];

  /** A body in its envelope, if the query asks for one. */
  envelope(status: number, body: unknown, list: boolean): unknown;
  /** The JSON text of a body, indented if the query asks for it. */
  print(body: unknown, pretty: boolean): string;

  showId(id: string): string;
  showInstant(at: number): string;
  maskKey(key: string): string;
  showConfig(body: Readonly<Record<string, unknown>>): unknown;
  showAlert(body: Readonly<Record<string, unknown>>): unknown;
  showAttempt(body: Readonly<Record<string, unknown>>): unknown;

  /** An existing configuration of the project that the server returns instead of a new one. */
  repeatedConfig(all: () => readonly StoredConfig[]): StoredConfig | undefined;
  newConfig(fields: ConfigFields, identity: Pick<StoredConfig, "id" | "groupId">, now: number): StoredConfig;
  updatedConfig(config: StoredConfig, fields: ConfigFields, updated: number): StoredConfig;
  toggledConfig(config: StoredConfig, enabled: boolean, updated: number): StoredConfig;
  /** Whether a delete takes effect. */
  deletes(config: StoredConfig): boolean;
  configsOfAlert(found: StoredConfig | undefined, all: () => readonly StoredConfig[]): readonly StoredConfig[];
  matcherFields(): readonly unknown[];

  acknowledged(alert: StoredAlert, fields: AcknowledgementFields, username: string, updated: number): StoredAlert;
  isOpen(alert: StoredAlert, now: number): boolean;
  statusMatches(alert: StoredAlert, asked: string): boolean;

  /** Whether a cluster has no access history. */
  lacksAccessHistory(cluster: Cluster): boolean;
  keepsAttempt(attempt: Attempt, filter: AttemptFilter): boolean;
  attemptCap(asked: number): number;
  /** The attempts that a history shows: the first of those that the filter keeps. */
  firstAttempts(all: readonly Attempt[], keeps: (attempt: Attempt) => boolean, cap: number): readonly Attempt[];

  scrapeTarget(target: Readonly<Record<string, unknown>>): unknown;

  readonly settings: SettingsBehaviour;
  readonly accessRoles: AccessRoleBehaviour;
  readonly outages: OutageBehaviour;
  readonly search: SearchBehaviour;
  readonly clusters: ClusterBehaviour;
  readonly migrations: MigrationBehaviour;
  readonly backup: BackupBehaviour;
}
