import type { OperationId, RouteVersion } from "@plumbline/schemas";
import type { Caller } from "../auth/authenticate.ts";
import type { Outcome } from "../http/render.ts";
import type { Values } from "../http/values.ts";
import type { Organization } from "../records/organization.ts";
import type { Project } from "../records/project.ts";
import type { OwnEvent } from "../rules/events.ts";
import type { Service } from "../service.ts";

/** A request that passed everything the catalogue says about it; what is left are the rules of state. */
export interface Call {
  readonly operation: OperationId;
  readonly values: Values;
  /** Of the route that was called: some resources have another form in each. */
  readonly version: RouteVersion;
  /** In neutral words. */
  readonly body: unknown;
  readonly caller: Caller;
  readonly service: Service;
  readonly now: number;
}
export interface ProjectCall extends Call {
  readonly project: Project;
}

export interface OrganizationCall extends Call {
  readonly organization: Organization;
}

/** What carries out an operation, on the addressed project or organization or on the service as a whole. */
export type Handler =
  | { readonly scope: "project"; readonly handle: (call: ProjectCall) => Outcome }
  | { readonly scope: "organization"; readonly handle: (call: OrganizationCall) => Outcome }
  | { readonly scope: "service"; readonly handle: (call: Call) => Outcome };

export const inProject = (handle: (call: ProjectCall) => Outcome): Handler => ({ scope: "project", handle });
export const inOrganization = (handle: (call: OrganizationCall) => Outcome): Handler => ({
  scope: "organization",
  handle,
});
export const inService = (handle: (call: Call) => Outcome): Handler => ({ scope: "service", handle });

export const shows = (body: unknown, headers?: Readonly<Record<string, string>>): Outcome => ({
  kind: "body",
  body,
  ...(headers && { headers }),
});
export const EMPTY: Outcome = { kind: "empty" };

/**
 * Lets an event happen to a record because of an operation: at once, or `after` milliseconds at the default speed.
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
