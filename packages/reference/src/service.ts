import { bindContract, type Contract, OPERATION_IDS, type Profile, renamesBodies } from "@plumbline/schemas";
import { createValidator, type Validator } from "@plumbline/schemas/validate";
import { Alerting, type Notification } from "./alerting/alerting.ts";
import type { AuthContext } from "./auth/authenticate.ts";
import { KeyRing } from "./auth/digest.ts";
import { Nonces } from "./auth/nonces.ts";
import { RequestLimit, type ServiceAccount, Tokens } from "./auth/service-accounts.ts";
import type { Clock } from "./clock.ts";
import type { Behaviour } from "./decisions/behaviour.ts";
import type { Mount } from "./decisions/mount.ts";
import { Router } from "./http/router.ts";
import type { KeyLabel } from "./key-labels.ts";
import { type ApiKey, makeKeys } from "./keys.ts";
import type { Secrets } from "./secrets.ts";
import type { Storage } from "./storage/storage.ts";
import type { Adopted } from "./world/adopt.ts";
import { type OpenedWorld, restoreKept } from "./world/open-world.ts";
import type { State } from "./world/state.ts";
import type { World } from "./world/world.ts";

/** The path of metrics discovery below the server's own address. */
export const METRICS_PATH = "/metrics/v1.0";

/** A server without its socket: everything that a request uses. */
export interface Service {
  readonly contract: Contract;
  /** Whether the profile has names other than the neutral ones: if not, bodies need no translation. */
  readonly renames: boolean;
  readonly behaviour: Behaviour;
  readonly clock: Clock;
  /** How many times faster than by default slow operations finish: clusters, snapshots, jobs and others. */
  readonly speed: number;
  readonly validator: Validator;
  readonly router: Router;
  readonly auth: AuthContext;
  readonly keys: Readonly<Record<KeyLabel, ApiKey>>;
  readonly world: World;
  readonly state: State;
  readonly adopted: Adopted;
  readonly alerting: Alerting;
  /** Stores the changes of a request, so that they outlive the process; called before its answer is sent. */
  readonly keep: () => void;
  /** Discards a change that could not be stored, so that no later answer shows it after the request failed. */
  readonly takeBack: () => void;
  /** Sent with every answer. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Addresses of documentation networks (RFC 5737), which no caller has. */
const ELSEWHERE = ["192.0.2.1", "198.51.100.1"];

/** Shared by all servers of a process: its prepared schemas serve the next server too, and trials start hundreds. */
const VALIDATOR = createValidator();

/** The parts that `createService` puts together. */
export interface ServiceParts {
  readonly profile: Profile;
  readonly opened: OpenedWorld;
  readonly vouching?: string | undefined;
  readonly clock: Clock;
  readonly speed: number;
  readonly secrets: Secrets;
  readonly behaviour: Behaviour;
  readonly storage?: Storage | undefined;
  /** Keys and accounts in addition to those of every server. */
  readonly more?: { readonly keys: readonly ApiKey[]; readonly accounts: readonly ServiceAccount[] };
  /** The nonces of the previous service. */
  readonly nonces?: Nonces | undefined;
  /** Delivers a notification. */
  readonly tell: (notification: Notification) => void;
}

/** Builds the service for one world. Its key ring also has the keys of `more`. It does not listen yet. */
export function createService(parts: ServiceParts): Service {
  const { profile, opened, vouching, clock, speed, secrets, behaviour, storage, more, nonces, tell } = parts;
  const contract = bindContract(profile);
  const { world, state } = opened;
  const keys = makeKeys(secrets, world);
  const accounts: readonly ServiceAccount[] = [
    { ...secrets.serviceAccount, accessList: "any" },
    { ...secrets.blockedServiceAccount, accessList: ELSEWHERE },
    ...(more?.accounts ?? []),
  ];
  const alerting = new Alerting(state, tell, speed);
  return {
    contract,
    renames: renamesBodies(profile),
    behaviour,
    clock,
    speed,
    validator: VALIDATOR,
    router: routerOf(contract, behaviour),
    auth: {
      keys: new KeyRing([...Object.values(keys), ...(more?.keys ?? [])]),
      mainKey: keys.all,
      nonces: new Nonces(clock, nonces),
      tokens: new Tokens(clock, speed),
      tokenScheme: profile.tokenScheme,
      accounts,
      limit: new RequestLimit(clock, speed),
      metrics: secrets.metrics,
      world,
      behaviour,
      byLabel: keys,
      vouching,
    },
    keys,
    world,
    state,
    adopted: { orgIds: new Set(), projectIds: new Set() },
    alerting,
    keep: () => storage?.commit(),
    takeBack: () => {
      if (storage === undefined) return;
      restoreKept(state, storage);
      alerting.begin();
    },
    headers: headersOf(contract, behaviour),
  };
}

/** The same service with its state, but with another behaviour from now on. */
export function withBehaviour(service: Service, behaviour: Behaviour): Service {
  const { auth, contract } = service;
  return {
    ...service,
    behaviour,
    router: routerOf(contract, behaviour),
    auth: { ...auth, behaviour },
    headers: headersOf(contract, behaviour),
  };
}

const routerOf = (contract: Contract, behaviour: Behaviour): Router =>
  new Router(mounts(contract).flatMap((mount) => behaviour.mount(mount)));

const headersOf = (contract: Contract, behaviour: Behaviour): Service["headers"] => ({
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  Vary: "Accept",
  [contract.header("X-Vendor-Service-Version")]: behaviour.serviceVersion(),
});

/** Every route of the served operations, at its path in the contract. */
function mounts(contract: Contract): readonly Mount[] {
  return OPERATION_IDS.flatMap((id) =>
    contract.operation(id).routes.map(({ version, base, method, path }) => ({
      id,
      operation: contract.operation(id, version),
      version,
      method,
      path: base === "metrics" ? METRICS_PATH + path : path,
    })),
  );
}
