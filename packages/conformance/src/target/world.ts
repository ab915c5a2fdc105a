import type { AlertConfigInput } from "@plumbline/schemas";
import type { Who } from "../ground/call.ts";
import type { Fixture, Fixtures } from "./fixtures.ts";
import type { Memory } from "./memory.ts";

/** A region of a cloud provider, in the form of an outage simulation's filter. */
export interface Region {
  readonly cloudProvider: string;
  readonly regionName: string;
}

/** The known contents of a target when the run makes its plan. */
export interface World {
  readonly fixtures: Fixtures;
  /** Fixtures that the user stated and the target does not know, each with what to do about it. */
  readonly unknown?: ReadonlyMap<Fixture, string>;
  /**
   * Fixtures that the run created because the target had none, and that other creates may refuse: a role works only
   * once somebody trusts it at the provider.
   */
  readonly unproven?: ReadonlySet<Fixture>;
  /** How many records a list holds, as far as one page shows. */
  readonly records: Readonly<Partial<Record<"listAlertConfigs" | "listAlerts", number>>>;
  /** A body, in neutral words, that creates an alert configuration here. */
  readonly alertConfiguration: AlertConfigInput;
  /** The region of the known cluster, in the target's words. */
  readonly region?: Region;
  /** Operations that the target seems to lack, such as `listAlerts/2`, with what to do about it. */
  readonly unbound: ReadonlyMap<string, string>;
  /** Status and error code with which the target answers a path that does not exist, by version, if the run asked. */
  readonly nowhere?: ReadonlyMap<string, string>;
  /** Why the main key cannot be used in any check. */
  readonly keyRefused?: string;
  /** Some other projects that the main key sees. Their contents show whether a write of the run reaches into them. */
  readonly siblings?: readonly string[];
  /** The callers besides the main key: those that the target should refuse, and the other keys of the user. */
  readonly callers: readonly Who[];
  /** The key without a role on the project has no role on its organization either. */
  readonly noRoleIsStranger?: boolean;
  /** If nothing answers at the paths of the profile: where the target does answer, and how to configure that. */
  readonly elsewhere?: string;
  readonly memory: Memory;
}
