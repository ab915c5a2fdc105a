import { type Diagnosis, probe, type Target } from "@plumbline/conformance";
import {
  BUNDLED_PROFILES,
  bindContract,
  INTERFACE_VERSIONS,
  type InterfaceVersion,
  neutral,
  OPERATION_IDS,
  operations,
  type Profile,
  pathPrefix,
} from "@plumbline/schemas";
import { bundledProfile } from "../target-file/profile.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { knock } from "./knock.ts";
import { type MainGiven, mainCredential } from "./main-credential.ts";
import { mainFromEnvironment } from "./main-from-environment.ts";
import type { OpenedTarget } from "./opened-target.ts";
import { permissions } from "./permissions.ts";
import { inWords } from "./wrong-address.ts";

/** The known facts about a server before it is asked. */
interface About {
  readonly baseUrl: string;
  readonly profile?: string;
  /** The segment after `/api/` in the server's paths, if it is not that of the profile. */
  readonly product?: string;
  readonly groupId?: string;
  readonly clusterName?: string;
  readonly metricsUrl?: string;
}

/** The answers of a server, for a target file, and notes for the user. */
interface Probed extends About {
  readonly profile: string;
  readonly versions?: readonly string[];
  readonly found: Readonly<Record<string, string>>;
  readonly offers?: readonly string[];
  readonly lacking?: readonly string[];
  /** The kind of credential that the server accepted; "none" if it answered without one. */
  readonly main: MainGiven["kind"] | "none";
  readonly notes?: readonly string[];
}

/**
 * Asks a server, with reads only, which operations it has, which names it uses, and which records checks can address.
 * Without a profile, each bundled one is tried; of those that the server answers, the one counts in which it has most
 * operations.
 * @throws UsageError when the server asks for a key and none is set, when it refuses the key, or when it does not serve
 * the interface.
 */
export async function probed(
  about: About,
  prefix: string,
  environment: Terminal["environment"],
  connection: OpenedTarget["connection"],
): Promise<Probed> {
  // Without a credential the server may still answer, because some servers ask for none.
  const given = mainFromEnvironment(environment, prefix);
  const named = about.profile === undefined ? BUNDLED_PROFILES : [bundledProfile(about.profile)];
  const profiles = about.product === undefined ? named : named.map((one) => withProduct(one, about.product ?? ""));
  await expectInterface(about, profiles[0] ?? neutral, connection);
  const problems: string[] = [];
  // A server that takes any product answers in the names of several profiles, but has some operations only in its own.
  const answered: Probed[] = [];
  for (const profile of profiles) {
    const look = (versions = INTERFACE_VERSIONS): Promise<Diagnosis> =>
      lookAs(given, asTarget(about, profile, versions), connection);
    const seen = await look();
    const { elsewhere, keyRefused } = seen.world;
    if (answered.length > 0 && keyRefused !== undefined) continue;
    if (keyRefused !== undefined && given === undefined) throw new UsageError(needsKey(prefix));
    if (keyRefused !== undefined) throw new UsageError(keyRefused);
    const versions = INTERFACE_VERSIONS.filter((version) => !seen.unserved.has(version));
    if (elsewhere === undefined && versions.length > 0) {
      // Records and missing operations show only in versions that the server has, so it is asked again with these.
      const found = told(about, profile, versions, seen.unserved.size > 0 ? await look(versions) : seen);
      answered.push({ ...found, main: given?.kind ?? "none" });
      if (found.lacking === undefined) break;
      continue;
    }
    problems.push(
      elsewhere ?? `the server answers no operation below ${about.baseUrl}${pathPrefix("2", profile.product)}`,
    );
  }
  const lackOf = ({ lacking = [] }: Probed): number => lacking.length;
  const [best] = answered.toSorted((one, other) => lackOf(one) - lackOf(other));
  if (best !== undefined) return best;
  throw new UsageError(
    `${[...new Set(problems)].join("; ")}${problems.length > 1 ? "; if its paths have another product there, name it with --product" : ""}`,
  );
}

/** The bundled profile under another product, which keeps its name. */
const withProduct = (profile: Profile, product: string): Profile => ({ ...profile, product });

/** @throws UsageError if the address is not that of the interface, with the right one if known. */
async function expectInterface(
  { baseUrl }: About,
  profile: Profile,
  connection: OpenedTarget["connection"],
): Promise<void> {
  const target = { baseUrl, contract: bindContract(profile), versions: INTERFACE_VERSIONS };
  const wrong = await knock({ target, connection });
  if (wrong !== undefined) throw new UsageError(inWords(wrong, { baseUrl }));
}

const needsKey = (prefix: string): string =>
  `this server asks for credentials, and plumbline init --probe has none: set ${prefix}_PUBLIC_KEY and ${prefix}_PRIVATE_KEY for a key, ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET for a service account, or ${prefix}_TOKEN; or leave --probe out`;

/** Examines a target as the holder of a credential. */
async function lookAs(
  given: MainGiven | undefined,
  target: Target,
  connection: OpenedTarget["connection"],
): Promise<Diagnosis> {
  if (given === undefined) return probe({ ...target, credentials: { main: { scheme: "none" } } }, { connection });
  const { credential, secrets, close } = mainCredential(given, { ...target, connection });
  try {
    return await probe({ ...target, credentials: { main: credential, secrets } }, { connection });
  } finally {
    close();
  }
}

function asTarget(about: About, profile: Profile, versions: readonly InterfaceVersion[]): Target {
  const { baseUrl, clusterName, groupId, metricsUrl } = about;
  return {
    name: baseUrl,
    kind: "url",
    baseUrl,
    ...(metricsUrl === undefined ? {} : { metricsUrl }),
    contract: bindContract(profile),
    versions,
    credentials: {},
    fixtures: { ...(groupId !== undefined && { groupId }), ...(clusterName !== undefined && { clusterName }) },
    allow: permissions(undefined),
    bindingStated: true,
    mock: false,
    selfConsistency: false,
  };
}

function told(
  about: About,
  profile: Profile,
  versions: readonly InterfaceVersion[],
  { world, findings }: Diagnosis,
): Omit<Probed, "main"> {
  const { groupId, ...all } = world.fixtures;
  const { clusterName: _stated, ...others } = all;
  const found = about.clusterName === undefined ? all : others;
  const offered = offersOf(world.unbound, versions, profile);
  // The file already leaves out the missing operations, so no note repeats them.
  const isWritten = (subject: string): boolean => subject === "paths" && offered.lacking !== undefined;
  const notes = findings
    .filter(({ state, subject }) => state !== "ok" && !isWritten(subject))
    .map(({ subject, text }) => `${subject}: ${text}`);
  return {
    ...about,
    profile: profile.name,
    ...(groupId === undefined ? {} : { groupId }),
    ...(versions.length === INTERFACE_VERSIONS.length ? {} : { versions }),
    found,
    ...offered,
    notes,
  };
}

/**
 * The offered operations, with whole areas under their name. An operation counts as missing if every version that the
 * server has and that defines it lacks it.
 */
function offersOf(
  unbound: ReadonlyMap<string, string>,
  versions: readonly string[],
  profile: Profile,
): Pick<Probed, "offers" | "lacking"> {
  const contract = bindContract(profile);
  const isThere = (id: (typeof OPERATION_IDS)[number]): boolean =>
    contract
      .operation(id)
      .routes.some(
        ({ version }) => (version === "standalone" || versions.includes(version)) && !unbound.has(`${id}/${version}`),
      );
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
