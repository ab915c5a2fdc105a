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
import type { Mount } from "./mount.ts";
import type { NonceStanding } from "./nonce-standing.ts";
import type { Offer } from "./offer.ts";
import type { Place } from "./place.ts";

/** A body, and the operation and the Content-Type that it was sent with. */
export interface SentBody {
  readonly operation: BoundOperation;
  readonly contentType: string;
  readonly body: unknown;
}

/** The query parameters of a request that its operation has, by name, as the caller wrote them. */
export type Given = ReadonlyMap<string, string>;

/** Text that goes out as it stands instead of a JSON body. */
export interface Page {
  readonly mediaType: string;
  readonly text: string;
}

/**
 * Every decision in which a server of this interface can be wrong, as a function of values. The pipeline and the
 * handlers ask; `honest` answers as the contract says, and a fault replaces one answer or a few.
 */
export interface Behaviour {
  /** Where a route of the contract is really served: once, nowhere, or elsewhere. */
  mount(route: Mount): readonly Mount[];

  /** Whether an answer of this version satisfies an Accept header. */
  accepts(accept: string | undefined, version: RouteVersion, profile: Profile): boolean;
  /** Content-Type of a success to a request with this Accept header; nothing leaves the header out. */
  mediaType(version: RouteVersion, product: string, accept?: string): string | undefined;
  /** Content-Type of an error. */
  errorMediaType(): string;
  /** Value of the service version header. */
  serviceVersion(): string;

  /** The value that a parameter's text stands for; anything but a value refuses the request. */
  read(parameter: Parameter, text: string, operation?: BoundOperation): Reading;
  /** The value of a query parameter that is left out. */
  defaultOf(parameter: Parameter): unknown;
  /** A parameter that is missing although another of its group is given. */
  missingCompanion(groups: readonly (readonly string[])[], given: Given, operation: BoundOperation): string | undefined;
  /** Status for a body that is not JSON. */
  malformedStatus(text: string): number;
  /** Which of the violations that were found count: a body that none is left of is taken. */
  objections(found: readonly Violation[], sent: SentBody): readonly Violation[];
  /** The body that the operation works with, in neutral words, after the sent one was taken. */
  keeps(body: unknown, operation: BoundOperation): unknown;
  knowsEventType(name: string, write: "create" | "update"): boolean;
  /** Whether a matcher or notification of which no member is known is taken, and kept without anything. */
  takesStrayParts(): boolean;
  knowsMatcherField(name: string): boolean;
  /** The moment that a date and time stands for. */
  readInstant(text: string): number | undefined;

  /** Whether a caller without an Authorization header is let in. */
  admitsAnonymous(operation: BoundOperation): boolean;
  /** The WWW-Authenticate header of the digest scheme; nothing leaves the header out. */
  challenge(realm: string, nonce: string, stale: boolean): string | undefined;
  /** Whether algorithm and quality of protection are those of the challenge. */
  offered(offer: Offer): boolean;
  /** Whether the realm is that of the challenge, and a cnonce is there as its qop needs it. */
  answersChallenge(offer: Offer, realm: string): boolean;
  uriMatches(given: string, target: string): boolean;
  /** Whether a user name stands for a public key that it is not equal to. */
  sameKey(given: string, known: string): boolean;
  responseMatches(given: string, expected: string, offer: Offer & { readonly uri: string }): boolean;
  nonceAccepted(standing: NonceStanding): boolean;
  /** A configuration that the addressed project does not have, found among those of all projects. */
  strayConfig(id: string, all: Iterable<StoredConfig>, use: "read" | "write"): StoredConfig | undefined;
  /** How often one nonce can be used before it is stale. */
  nonceUses(): number;
  /** Status for a public key that no one has. */
  unknownKeyStatus(): number;
  /** Status for an Authorization header that holds no credentials. */
  unreadableStatus(header: string): number;
  /** Whether a name and a password as Basic credentials let a caller in to the main interface. */
  basicOpens(given: MetricsCredentials, known: MetricsCredentials): boolean;
  /** The token that is looked up for what a caller presents as one. */
  tokenIn(presented: string): string;
  allowed(operation: BoundOperation, held: HeldRoles): boolean;
  /** The roles that count where a request is addressed. */
  heldRoles(grant: Grant, place: Place): HeldRoles;
  /** Whether the roles of a caller are looked at only once it is known which project or organization is addressed. */
  waitsForPlace(): boolean;
  /** Whether a caller that is refused, as unknown or for its roles, is kept from what it asks for. */
  keepsOut(operation: BoundOperation, status: number): boolean;

  secretMatches(given: string, expected: string): boolean;
  /** Whether these are the name and the password of the metrics user. */
  metricsUserMatches(given: MetricsCredentials, expected: MetricsCredentials): boolean;
  addressAllowed(accessList: readonly string[] | "any", address: string): boolean;
  grantAccepted(grantType: string): boolean;
  tokenRequestsPerWindow(): number;
  /** Requests since when are counted at a moment, and when the window ends that the first of them opened; milliseconds. */
  tokenWindow(now: number, length: number): { readonly from: number; readonly until: (first: number) => number };
  /** Whether a refused token request makes its caller wait longer. */
  refusalExtendsWindow(): boolean;
  retryAfter(milliseconds: number): string | undefined;
  tokenBody(token: string, lifetimeSeconds: number): unknown;
  tokenError(error: TokenError, status: number): unknown;
  tokenErrorStatus(error: TokenError, status: number): number;

  /** Of the records that stand beside the one that a write addresses, oldest first, the one that it takes away as well. */
  beside(
    operation: BoundOperation,
    outcome: "accepted" | "refused",
    others: readonly StoredRecord[],
    now: number,
  ): StoredRecord | undefined;

  /** Status and body of a success, in the profile's names; the handler shows nothing where `body` is left out. */
  answers(
    operation: BoundOperation,
    body: unknown,
    given: Given,
    version?: RouteVersion,
  ): { readonly status: number; readonly body?: unknown };
  /** The refusal that goes out instead of the one that a rule suggests; without an operation where no route was found. */
  refusal(suggested: Refusal, operation: BoundOperation | undefined): Refusal;
  /** The body of a refusal, or a page where the body should be. */
  errorBody(error: StandardError): unknown;
  errorPage(status: number): Page | undefined;
  /** The status of a refusal for which a rule suggests `status`. */
  errorStatus(status: number): number;

  pageSize(asked: number, list: OperationId): number;
  pageNumber(asked: number, list: OperationId): number;
  /** Index of the first record of a page. */
  pageStart(number: number, size: number, list: OperationId): number;
  totalCount(onPage: number, whole: number): number;
  showsCount(asked: boolean): boolean;
  /** The records of a list in the order in which they are shown; they come in that of the contract. */
  ordered<T extends { readonly created: number }>(records: readonly T[]): readonly T[];

  /** A body in its envelope, where the query asks for one. */
  envelope(status: number, body: unknown, list: boolean): unknown;
  /** The JSON text of a body, indented where the query asks for that. */
  print(body: unknown, pretty: boolean): string;

  showId(id: string): string;
  showInstant(at: number): string;
  maskKey(key: string): string;
  showConfig(body: Readonly<Record<string, unknown>>): unknown;
  showAlert(body: Readonly<Record<string, unknown>>): unknown;
  showAttempt(body: Readonly<Record<string, unknown>>): unknown;

  /** A configuration of the project that is returned in place of a new one. */
  repeatedConfig(all: () => readonly StoredConfig[]): StoredConfig | undefined;
  newConfig(fields: ConfigFields, identity: Pick<StoredConfig, "id" | "groupId">, now: number): StoredConfig;
  updatedConfig(config: StoredConfig, fields: ConfigFields, updated: number): StoredConfig;
  toggledConfig(config: StoredConfig, enabled: boolean, updated: number): StoredConfig;
  /** Whether a delete takes effect. */
  deletes(config: StoredConfig): boolean;
  configsOfAlert(
    alert: StoredAlert,
    found: StoredConfig | undefined,
    all: () => readonly StoredConfig[],
  ): readonly StoredConfig[];
  matcherFields(): readonly unknown[];

  acknowledged(alert: StoredAlert, fields: AcknowledgementFields, username: string, updated: number): StoredAlert;
  isOpen(alert: StoredAlert, now: number): boolean;
  statusMatches(alert: StoredAlert, asked: string): boolean;

  /** Whether a cluster has no access history. */
  lacksAccessHistory(cluster: Cluster): boolean;
  keepsAttempt(attempt: Attempt, filter: AttemptFilter): boolean;
  attemptCap(asked: number): number;

  scrapeTarget(target: Readonly<Record<string, unknown>>): unknown;

  readonly settings: SettingsBehaviour;
  readonly accessRoles: AccessRoleBehaviour;
  readonly outages: OutageBehaviour;
  readonly search: SearchBehaviour;
  readonly clusters: ClusterBehaviour;
  readonly migrations: MigrationBehaviour;
  readonly backup: BackupBehaviour;
}
