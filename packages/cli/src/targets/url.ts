import { bindContract, INTERFACE_VERSIONS, neutral } from "@plumbline/schemas";
import type { Given } from "../flags.ts";
import { type NamedProfile, namedProfile } from "../target-file/profile-file.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { address } from "./address.ts";
import { groupGiven, metricsUrlGiven } from "./expect-flags.ts";
import { type MainGiven, mainCredential } from "./main-credential.ts";
import { mainFromEnvironment } from "./main-from-environment.ts";
import { networkSettings } from "./network-settings.ts";
import type { OpenedTarget } from "./opened-target.ts";
import { permissions } from "./permissions.ts";
import { rateGiven } from "./rate.ts";

/** Opens a server of which only the URL is known; its main credential comes from `PLUMBLINE_` variables. */
export function openUrl(url: string, given: Given, { environment }: Terminal): OpenedTarget {
  const { profile, statesPaths } = profileGiven(given);
  const baseUrl = address("--target", url);
  const metricsUrl = metricsUrlGiven(given);
  const groupId = groupGiven(given);
  const main = mainFromEnvironment(environment);
  expectPrefix(given.one("env-prefix"), main);
  const rate = rateGiven(given);
  const contract = bindContract(profile);
  const network = networkSettings(given, environment, [baseUrl, metricsUrl]);
  const spoken = main && mainCredential(main, { baseUrl, contract, connection: network });
  return {
    target: {
      name: new URL(baseUrl).host,
      kind: "url",
      baseUrl,
      ...(metricsUrl === undefined ? {} : { metricsUrl }),
      contract,
      versions: INTERFACE_VERSIONS,
      credentials: spoken === undefined ? {} : { main: spoken.credential, secrets: spoken.secrets },
      fixtures: groupId === undefined ? {} : { groupId },
      allow: permissions(given.all("allow")),
      bindingStated: statesPaths,
      mock: false,
      selfConsistency: false,
    },
    connection: {
      ...(rate === undefined ? {} : { rate }),
      ...network,
    },
    close: async () => spoken?.close(),
  };
}

/** @throws UsageError when `--env-prefix` does not allow the variables of the main credential. */
function expectPrefix(prefix: string | undefined, main: MainGiven | undefined): void {
  const variable = main && variableOf(main);
  if (prefix === undefined || variable === undefined || variable.startsWith(prefix)) return;
  throw new UsageError(
    `--env-prefix ${prefix} forbids variables with another beginning, but the credentials of a URL target come from ${variable}: unset it, or name other variables in a target file`,
  );
}

function variableOf(main: MainGiven): string | undefined {
  switch (main.kind) {
    case "key":
      return "userVariable" in main.key ? main.key.userVariable : undefined;
    case "account":
      return main.account.userVariable;
    case "token":
      return main.secretVariable;
    default:
      return main satisfies never;
  }
}

/** The profile of the flag. Without the flag, it is not stated that the profile's paths are the target's. */
function profileGiven(given: Given): NamedProfile {
  const name = given.one("profile");
  return name === undefined ? { profile: neutral, statesPaths: false } : namedProfile(name);
}
