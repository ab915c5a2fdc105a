import type { Credential } from "@plumbline/client";
import { bindContract, INTERFACE_VERSIONS, neutral, ROLES } from "@plumbline/schemas";
import { RISKS } from "../ground/risk.ts";
import type { Subject } from "../ground/subject.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { FIXTURES, type Fixture } from "../target/fixtures.ts";
import { subjectsOf } from "../target/subjects-of.ts";
import type { Target } from "../target/target.ts";
import type { World } from "../target/world.ts";

/** A target that does not exist; nothing is ever sent to it. */
export interface Supposed {
  readonly target: Target;
  readonly world: World;
  /** Computed once: there are more than a hundred, and every requirement goes through them. */
  readonly subjects: readonly Subject[];
}

/**
 * A target that permits nothing and has no credentials or fixtures, so that every precondition is missing, and one that
 * has everything.
 */
export interface Extremes {
  readonly bare: Supposed;
  readonly complete: Supposed;
}

let made: Extremes | undefined;

/** The two extremes; every real target is between them. */
export function extremes(): Extremes {
  made ??= suppose();
  return made;
}

function suppose(): Extremes {
  const bare: Target = {
    name: "supposed",
    kind: "url",
    // An address to which the run may not send a key in readable form.
    baseUrl: "http://192.0.2.1",
    metricsUrl: "http://192.0.2.1/metrics",
    contract: bindContract(neutral),
    versions: INTERFACE_VERSIONS,
    credentials: {},
    fixtures: {},
    allow: new Set(),
    bindingStated: true,
    mock: false,
    selfConsistency: false,
  };
  const complete: Target = {
    ...bare,
    baseUrl: "http://127.0.0.1",
    credentials: {
      main: KEY,
      noRole: KEY,
      noRoleIsStranger: true,
      otherProject: KEY,
      byRole: Object.fromEntries(ROLES.map((role) => [role, KEY])),
      serviceAccount: ACCOUNT,
      blockedServiceAccount: ACCOUNT,
      metrics: { scheme: "basic", label: "metrics", username: "metrics", password: "metrics" },
    },
    fixtures: Object.fromEntries(FIXTURES.map((name) => [name, fixtureNamed(name)])),
    allow: new Set(RISKS),
  };
  const records = { listAlertConfigs: 200, listAlerts: 200 };
  const all = { ...emptyWorld(complete), records };
  return {
    bare: { target: bare, world: emptyWorld(bare), subjects: subjectsOf(bare) },
    complete: { target: complete, world: all, subjects: subjectsOf(complete, all) },
  };
}

const KEY: Credential = { scheme: "digest", label: "key", username: "key", password: "key" };
const ACCOUNT = { clientId: "account", clientSecret: "account" };

function fixtureNamed(name: Fixture): string {
  if (name === "tierMemoryGB") return "2";
  return name.endsWith("Id") ? "32b6e34b3d91647abb20e7b8" : name;
}
