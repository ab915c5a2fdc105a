import type { AlertConfigInput } from "@plumbline/schemas";
import type { Who } from "../ground/call.ts";
import type { Fixture, Fixtures } from "./fixtures.ts";
import type { Memory } from "./memory.ts";

/** A region of a cloud provider, as the filter of an outage simulation names it. */
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
   * Fixtures that the run created for want of any, and that the target may refuse to use in other creates: a role works only
   * once somebody at the provider trusts it.
   */
  readonly unproven?: ReadonlySet<Fixture>;
  /** How many records a list was seen to hold, as far as one page shows. */
  readonly records: Readonly<Partial<Record<"listAlertConfigs" | "listAlerts", number>>>;
  /** A body, in neutral words, that creates an alert configuration here. */
  readonly alertConfiguration: AlertConfigInput;
  /** Where the known cluster stands, in the target's words. */
  readonly region?: Region;
  /** Operations that do not seem to be there, such as `listAlerts/2`, with what to do about it. */
  readonly unbound: ReadonlyMap<string, string>;
  /** How a path is answered that is none, by version, where that was asked. */
  readonly nowhere?: ReadonlyMap<string, string>;
  /** Why nothing can be said with the main key. */
  readonly keyRefused?: string;
  /** Some projects that the main key sees besides the known one: what the run writes there shows in what they hold. */
  readonly siblings?: readonly string[];
  /** The callers besides the main key: strangers whom the target can tell from it, and the keys that the user lent. */
  readonly callers: readonly Who[];
  /** The key without a role on the project has none on its organization either. */
  readonly noRoleIsStranger?: boolean;
  /** Nothing is where the profile says: where something is, and how to say so. */
  readonly elsewhere?: string;
  readonly memory: Memory;
}
