import type { Credential } from "@plumbline/client";
import { bindContract, INTERFACE_VERSIONS, neutral } from "@plumbline/schemas";
import type { Given } from "../flags.ts";
import { fixtureMistake } from "../target-file/fixture-values.ts";
import { type NamedProfile, namedProfile } from "../target-file/profile-file.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { address } from "./address.ts";
import { networkSettings } from "./network-settings.ts";
import type { OpenedTarget } from "./opened-target.ts";
import { permissions } from "./permissions.ts";

/** A server known by its URL alone; keys come from PLUMBLINE_PUBLIC_KEY and PLUMBLINE_PRIVATE_KEY. */
export function openUrl(url: string, given: Given, { environment }: Terminal): OpenedTarget {
  const { profile, statesPaths } = profileGiven(given);
  const baseUrl = address("--target", url);
  const metricsUrl = given.one("metrics-url");
  const groupId = groupGiven(given);
  const main = keyFromEnvironment(environment);
  const rate = given.integer("rate", 1);
  return {
    target: {
      name: new URL(baseUrl).host,
      kind: "url",
      baseUrl,
      ...(metricsUrl === undefined ? {} : { metricsUrl: address("--metrics-url", metricsUrl) }),
      contract: bindContract(profile),
      versions: INTERFACE_VERSIONS,
      credentials: main === undefined ? {} : { main },
      fixtures: groupId === undefined ? {} : { groupId },
      allow: permissions(given.all("allow")),
      bindingStated: statesPaths,
      mock: false,
      selfConsistency: false,
    },
    connection: { ...(rate === undefined ? {} : { rate }), ...networkSettings(given, environment) },
    close: async () => undefined,
  };
}

/** The profile of the flag; without the flag nobody said that its paths are the target's. */
function profileGiven(given: Given): NamedProfile {
  const name = given.one("profile");
  return name === undefined ? { profile: neutral, statesPaths: false } : namedProfile(name);
}

/**
 * The project that `--group` names.
 * @throws UsageError when it can be none.
 */
export function groupGiven(given: Given): string | undefined {
  const groupId = given.one("group");
  const mistake = groupId === undefined ? undefined : fixtureMistake("groupId", groupId);
  if (mistake !== undefined) throw new UsageError(`--group: ${mistake}`);
  return groupId;
}

/**
 * The key that two variables hold, whose names begin with `prefix`.
 * @throws UsageError when only one of them is set.
 */
export function keyFromEnvironment(environment: Terminal["environment"], prefix = "PLUMBLINE"): Credential | undefined {
  const [userVariable, secretVariable] = [`${prefix}_PUBLIC_KEY`, `${prefix}_PRIVATE_KEY`];
  const [username, password] = [environment[userVariable], environment[secretVariable]];
  if (!username && !password) return undefined;
  if (!username || !password)
    throw new UsageError(`of ${userVariable} and ${secretVariable} only one is set: a key needs both`);
  return { scheme: "digest", label: "main", username, password, userVariable, secretVariable };
}
