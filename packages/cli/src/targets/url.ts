import type { Credential } from "@plumbline/client";
import { bindContract, INTERFACE_VERSIONS } from "@plumbline/schemas";
import type { Given } from "../flags.ts";
import { profileNamed } from "../target-file/profile-file.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { networkSettings } from "./network-settings.ts";
import type { OpenedTarget } from "./opened-target.ts";
import { permissions } from "./permissions.ts";

/** A server known by its URL alone; keys come from PLUMBLINE_PUBLIC_KEY and PLUMBLINE_PRIVATE_KEY. */
export function openUrl(url: string, given: Given, { environment }: Terminal): OpenedTarget {
  const profile = given.one("profile");
  const baseUrl = address("--target", url);
  const metricsUrl = given.one("metrics-url");
  const groupId = given.one("group");
  const main = keyFromEnvironment(environment);
  const rate = given.integer("rate", 1);
  return {
    target: {
      name: new URL(baseUrl).host,
      kind: "url",
      baseUrl,
      ...(metricsUrl === undefined ? {} : { metricsUrl: address("--metrics-url", metricsUrl) }),
      contract: bindContract(profileNamed(profile)),
      versions: INTERFACE_VERSIONS,
      credentials: main === undefined ? {} : { main },
      fixtures: groupId === undefined ? {} : { groupId },
      allow: permissions(given.all("allow")),
      bindingStated: profile !== undefined,
      mock: false,
      selfConsistency: false,
    },
    connection: { ...(rate === undefined ? {} : { rate }), ...networkSettings(given, environment) },
    close: async () => undefined,
  };
}

/**
 * A base address without the slash at its end.
 * @throws UsageError that does not repeat the text: where it is wrong, it may hold a password in the wrong place.
 */
export function address(what: string, text: string): string {
  if (!URL.canParse(text)) throw new UsageError(`${what} is not a URL: expected one such as http://127.0.0.1:8080`);
  const { username, password, search, hash } = new URL(text);
  if (username || password)
    throw new UsageError(`${what} holds credentials: name them by environment variable in a target file instead`);
  if (search || hash)
    throw new UsageError(`${what} must not have a query or a fragment: leave out what begins with ? or #`);
  return text.replace(/\/+$/, "");
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
