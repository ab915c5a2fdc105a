import type { Credential } from "@plumbline/client";
import { bindContract, INTERFACE_VERSIONS, neutral } from "@plumbline/schemas";
import type { Given } from "../flags.ts";
import { type NamedProfile, namedProfile } from "../target-file/profile-file.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { address } from "./address.ts";
import { groupGiven, metricsUrlGiven } from "./expect-flags.ts";
import { networkSettings } from "./network-settings.ts";
import type { OpenedTarget } from "./opened-target.ts";
import { permissions } from "./permissions.ts";
import { rateGiven } from "./rate.ts";

/** Opens a server of which only the URL is known; its key comes from PLUMBLINE_PUBLIC_KEY and PLUMBLINE_PRIVATE_KEY. */
export function openUrl(url: string, given: Given, { environment }: Terminal): OpenedTarget {
  const { profile, statesPaths } = profileGiven(given);
  const baseUrl = address("--target", url);
  const metricsUrl = metricsUrlGiven(given);
  const groupId = groupGiven(given);
  const main = keyFromEnvironment(environment);
  expectPrefix(given.one("env-prefix"), main);
  const rate = rateGiven(given);
  return {
    target: {
      name: new URL(baseUrl).host,
      kind: "url",
      baseUrl,
      ...(metricsUrl === undefined ? {} : { metricsUrl }),
      contract: bindContract(profile),
      versions: INTERFACE_VERSIONS,
      credentials: main === undefined ? {} : { main },
      fixtures: groupId === undefined ? {} : { groupId },
      allow: permissions(given.all("allow")),
      bindingStated: statesPaths,
      mock: false,
      selfConsistency: false,
    },
    connection: {
      ...(rate === undefined ? {} : { rate }),
      ...networkSettings(given, environment, [baseUrl, metricsUrl]),
    },
    close: async () => undefined,
  };
}

/** @throws UsageError when `--env-prefix` does not allow the variables of the key. */
function expectPrefix(prefix: string | undefined, main: Credential | undefined): void {
  const variable = main !== undefined && "userVariable" in main ? main.userVariable : undefined;
  if (prefix === undefined || variable === undefined || variable.startsWith(prefix)) return;
  throw new UsageError(
    `--env-prefix ${prefix} forbids variables with another beginning, but the key of a URL target comes from ${variable}: unset it, or name other variables in a target file`,
  );
}

/** The profile of the flag. Without the flag, it is not stated that the profile's paths are the target's. */
function profileGiven(given: Given): NamedProfile {
  const name = given.one("profile");
  return name === undefined ? { profile: neutral, statesPaths: false } : namedProfile(name);
}

/**
 * The key from two variables whose names begin with `prefix`.
 * @throws UsageError when only one of them is set.
 */
export function keyFromEnvironment(environment: Terminal["environment"], prefix = "PLUMBLINE"): Credential | undefined {
  const [userVariable, secretVariable] = [`${prefix}_PUBLIC_KEY`, `${prefix}_PRIVATE_KEY`];
  const [username, password] = [environment[userVariable], environment[secretVariable]];
  if (!username && !password) return undefined;
  if (!username || !password)
    throw new UsageError(`only one of ${userVariable} and ${secretVariable} is set: a key needs both`);
  return { scheme: "digest", label: "main", username, password, userVariable, secretVariable };
}
