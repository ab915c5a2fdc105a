import { type Diagnosis, probe, type Target } from "@plumbline/conformance";
import { bindContract, INTERFACE_VERSIONS, OPERATION_IDS, operations } from "@plumbline/schemas";
import { bundledProfile } from "../target-file/profile.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { permissions } from "./permissions.ts";
import { keyFromEnvironment } from "./url.ts";

/** What is known of a server before it is asked. */
interface About {
  readonly baseUrl: string;
  readonly profile?: string;
  readonly groupId?: string;
  readonly metricsUrl?: string;
}

/** What asking it told, for a target file, and what somebody should know beside. */
interface Probed extends About {
  readonly profile: string;
  readonly fixtures: Readonly<Record<string, string>>;
  readonly offers?: readonly string[];
  readonly lacking?: readonly string[];
  readonly notes?: readonly string[];
}

/**
 * Asks a server, reading only, which operations it has, under which names, and what can be addressed.
 * @throws UsageError when no key is set, or when the server refuses it.
 */
export async function probed(about: About, prefix: string, environment: Terminal["environment"]): Promise<Probed> {
  const main = keyFromEnvironment(environment, prefix);
  if (main === undefined)
    throw new UsageError(
      `plumbline init --probe reads with a key: set ${prefix}_PUBLIC_KEY and ${prefix}_PRIVATE_KEY, or leave --probe out`,
    );
  const look = (profile: string): Promise<Diagnosis> => {
    const { baseUrl, groupId, metricsUrl } = about;
    const target: Target = {
      name: baseUrl,
      kind: "url",
      baseUrl,
      ...(metricsUrl === undefined ? {} : { metricsUrl }),
      contract: bindContract(bundledProfile(profile)),
      versions: INTERFACE_VERSIONS,
      credentials: { main },
      fixtures: groupId === undefined ? {} : { groupId },
      allow: permissions(undefined),
      bindingStated: true,
      mock: false,
      selfConsistency: false,
    };
    return probe(target);
  };
  let profile = about.profile ?? "neutral";
  let seen = await look(profile);
  if (seen.world.elsewhere !== undefined && about.profile === undefined) {
    profile = "atlas";
    seen = await look(profile);
  }
  const { world, findings } = seen;
  const problem = world.elsewhere ?? world.keyRefused;
  if (problem !== undefined) throw new UsageError(problem);
  const { groupId, ...fixtures } = world.fixtures;
  const notes = findings.filter(({ state }) => state !== "ok").map(({ subject, text }) => `${subject}: ${text}`);
  return {
    ...about,
    profile,
    ...(groupId === undefined ? {} : { groupId }),
    fixtures,
    ...offersOf(world.unbound),
    notes,
  };
}

/** What is offered, whole areas by their name, from what is missing in every version that has it. */
function offersOf(unbound: ReadonlyMap<string, string>): Pick<Probed, "offers" | "lacking"> {
  const isThere = (id: (typeof OPERATION_IDS)[number]): boolean => {
    const { routes, standalone } = operations[id];
    const versions = standalone === undefined ? Object.keys(routes) : ["standalone"];
    return versions.some((version) => !unbound.has(`${id}/${version}`));
  };
  const lacking = OPERATION_IDS.filter((id) => !isThere(id));
  if (lacking.length === 0) return {};
  const areas = [...new Set(OPERATION_IDS.map((id) => operations[id].area))];
  const offers = areas.flatMap((area) => {
    const own = OPERATION_IDS.filter((id) => operations[id].area === area);
    const there = own.filter(isThere);
    return there.length === own.length ? [area] : there;
  });
  return { offers, lacking };
}
