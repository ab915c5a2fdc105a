import type { OperationId, RouteVersion } from "@plumbline/schemas";
import type { Caller } from "../auth/authenticate.ts";
import type { Outcome } from "../http/render.ts";
import type { Values } from "../http/values.ts";
import type { Organization } from "../records/organization.ts";
import type { Project } from "../records/project.ts";
import type { OwnEvent } from "../rules/events.ts";
import type { Service } from "../service.ts";

/** A request that passed every check of the catalogue. The handler applies the rules about state. */
export interface Call {
  readonly operation: OperationId;
  readonly values: Values;
  /** The version of the called route; some resources differ between versions. */
  readonly version: RouteVersion;
  /** With neutral names. */
  readonly body: unknown;
  readonly caller: Caller;
  readonly service: Service;
  readonly now: number;
}
/** A call whose path names a project that exists. */
export interface ProjectCall extends Call {
  readonly project: Project;
}

/** A call whose path names an organization that exists. */
export interface OrganizationCall extends Call {
  readonly organization: Organization;
}

/** The code of an operation and its scope: the addressed project or organization, or the whole service. */
export type Handler =
  | { readonly scope: "project"; readonly handle: (call: ProjectCall) => Outcome }
  | { readonly scope: "organization"; readonly handle: (call: OrganizationCall) => Outcome }
  | { readonly scope: "service"; readonly handle: (call: Call) => Outcome };

/** Marks a handler for operations below a project; the pipeline finds the project first and refuses unknown ids. */
export const inProject = (handle: (call: ProjectCall) => Outcome): Handler => ({ scope: "project", handle });
/** Marks a handler for operations below an organization; the pipeline finds it first and refuses unknown ids. */
export const inOrganization = (handle: (call: OrganizationCall) => Outcome): Handler => ({
  scope: "organization",
  handle,
});
/** Marks a handler for operations that address neither a project nor an organization. */
export const inService = (handle: (call: Call) => Outcome): Handler => ({ scope: "service", handle });

/** A success with a body in neutral names; the pipeline chooses its status and translates the names. */
export const shows = (body: unknown, headers?: Readonly<Record<string, string>>): Outcome => ({
  kind: "body",
  body,
  ...(headers && { headers }),
});
/** A success without a body: deletions, cancellations and cut-overs answer with it. */
export const EMPTY: Outcome = { kind: "empty" };

/**
 * Raises an event for a record because of an operation: at once, or `after` milliseconds at the default speed.
 * Configurations that name the event raise alerts then.
 */
export function happens(
  { service, now }: Call,
  eventTypeName: OwnEvent,
  to: { readonly id: string; readonly groupId: string; readonly cluster: Named },
  after = 0,
): void {
  const at = now + Math.round(after / service.speed);
  const traits = { CLUSTER_NAME: to.cluster.name, REPLICA_SET_NAME: to.cluster.replicaSetName };
  service.alerting.happens({ groupId: to.groupId, eventTypeName, at, traits }, now, to.id);
}
interface Named {
  readonly name: string;
  readonly replicaSetName: string;
}
