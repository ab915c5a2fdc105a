import { answered, type Credential, type Exchange, headerValue } from "@plumbline/client";
import type { RoleTrial } from "@plumbline/report";
import { type BoundOperation, type Contract, versionLabel } from "@plumbline/schemas";
import { isForMembers, mayBeMember } from "../target/is-for-members.ts";
import type { Credentials } from "../target/target.ts";
import { knownOperation } from "./known-operation.ts";

/** Collects how the target answered keys with a known role, or with none, on each operation. */
export class RoleTrials {
  readonly #contract: Contract;
  readonly #roles: ReadonlyMap<string, string>;
  readonly #credentials: Credentials;
  readonly #trials = new Map<string, RoleTrial>();

  constructor(contract: Contract, credentials: Credentials) {
    this.#contract = contract;
    this.#roles = rolesByLabel(credentials);
    this.#credentials = credentials;
  }

  see(exchange: Exchange): void {
    const { label } = exchange.request.credential;
    const role = label === undefined ? undefined : this.#roles.get(label);
    const known = knownOperation(this.#contract, exchange.operation, exchange.version);
    if (role === undefined || known === undefined || !answered(exchange)) return;
    // The server refuses the first half of a digest handshake, no matter who asks.
    if (headerValue(exchange.request.headers, "authorization") === undefined) return;
    const { operation } = known;
    const { status, headers } = exchange.response;
    // A refused old nonce (RFC 7616, section 3.3) says nothing about roles either; the client sends the request again.
    if (status === 401 && /\bstale\s*=\s*"?true/iu.test(headerValue(headers, "www-authenticate") ?? "")) return;
    const trial: RoleTrial = {
      operation: operation.id,
      version: versionLabel(known.version),
      role,
      due: dueOf(operation, role, this.#credentials),
      got: status >= 200 && status < 300 ? "allowed" : status === 401 || status === 403 ? "refused" : "unclear",
      status,
      ...(exchange.check === undefined ? {} : { check: exchange.check }),
    };
    const key = JSON.stringify([trial.operation, trial.version, role]);
    const before = this.#trials.get(key);
    if (before === undefined || weight(trial) > weight(before)) this.#trials.set(key, trial);
  }

  get all(): readonly RoleTrial[] {
    return [...this.#trials.values()];
  }
}

const NO_ROLE = "no role";
const ELSEWHERE = "role elsewhere";

function rolesByLabel({ noRole, otherProject, byRole }: Credentials): ReadonlyMap<string, string> {
  const named = [[NO_ROLE, noRole], [ELSEWHERE, otherProject], ...Object.entries(byRole ?? {})] as const;
  return new Map(named.flatMap(([role, key]) => labelsOf(key).map((label) => [label, role] as const)));
}

function labelsOf(key: Credential | undefined): readonly string[] {
  return key !== undefined && "label" in key ? [key.label] : [];
}

/**
 * What the description grants a role. It states no hierarchy, so an unnamed role may or may not be allowed, except that
 * the read-only role may not write.
 */
function dueOf(operation: BoundOperation, role: string, credentials: Credentials): RoleTrial["due"] {
  const { roles, risk } = operation;
  if (roles === "unstated") return "open";
  if (role === NO_ROLE) return mayBeMember(operation, credentials) ? "open" : "refused";
  // The owner of a key of another project may be a member of the organization.
  if (role === ELSEWHERE) return isForMembers(operation) ? "open" : "refused";
  if (roles === "any") return role.startsWith("Project ") ? "allowed" : "open";
  if (roles === "any cluster-level") return role === "Project Cluster Admin" ? "allowed" : "open";
  if (roles.some((one) => one === role)) return "allowed";
  return role === "Project Read Only" && risk !== "read" ? "refused" : "open";
}

/** Ranks several trials, to keep the one that shows most: a wrong answer, then a clear one. */
function weight({ due, got }: RoleTrial): number {
  if (got === "unclear") return 0;
  return due === "open" || due === got ? 1 : 2;
}
