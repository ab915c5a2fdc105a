/** What a user says of a server when a target file is begun. */
export interface Beginning {
  readonly name: string;
  readonly baseUrl: string;
  readonly profile: string;
  readonly groupId?: string;
  readonly metricsUrl?: string;
  /** Interface versions that it serves, where that is not both. */
  readonly versions?: readonly string[];
  /** The file of certificates to trust, as seen from the target file. */
  readonly ca?: string;
  /** Other ids and names that its lists showed: every run finds them again, so they stand there as comments. */
  readonly found?: Readonly<Record<string, string>>;
  /** Areas and operations that it has, where that is not all, and operations that it was not seen to have. */
  readonly offers?: readonly string[];
  readonly lacking?: readonly string[];
  /** It asks for no credentials. */
  readonly authentication?: "none";
  /** Begins the names of the environment variables: `STAGING` makes `STAGING_PUBLIC_KEY`. */
  readonly prefix: string;
}

/** A commented target file: what is known is filled in, everything else stands there as a comment to be taken up. */
export function targetFileText(beginning: Beginning): string {
  const { name, baseUrl, profile, groupId, metricsUrl, versions, ca, found = {} } = beginning;
  const line = (key: string, value: string | undefined, sample: string): string =>
    value === undefined ? `# ${key}: ${sample}` : `${key}: ${JSON.stringify(value)}`;
  return `# What plumbline has to know of a server. Try it: plumbline run --target <this file>
# Everything that may stand here is in docs/target-file.md.
name: ${JSON.stringify(name)}
baseUrl: ${JSON.stringify(baseUrl)}
${line("metricsUrl", metricsUrl, `${baseUrl}/metrics/v1.0        # where metrics discovery is served`)}
${versions === undefined ? '# versions: ["1.0", "2"]' : `versions: ${JSON.stringify(versions)}`}

# The names that the server speaks: neutral, atlas, or one of them with changes:
# profile: { base: neutral, product: clusters, fields: { engineVersion: dbVersion } }
profile: ${profile}
${offered(beginning)}
${authenticated(beginning)}
# Ids and names to address. What the list operations show is found without being stated.
fixtures:
  ${groupId === undefined ? "# groupId: 32b6e34b3d91647abb20e7b8" : `groupId: ${JSON.stringify(groupId)}`}
${shown(found)}

# What a run may do besides reading: create, update, delete (all taken back), costly, irreversible, quota.
allow: []

# Records that may stay on the server, by the operation that creates them; without it, a few of each.
# limits: { createCluster: 2 }

# Set where it gets done with snapshots, outages and the like so many times as soon as usual: the run waits less then.
# speed: 60

# Requests per second, at most.
# rate: 50

# Rules that are left out, each with the reason: they do not apply then, and the report says so.
# skip: [{ id: "SRCH-*", reason: not built yet }]

# Certificates that the system does not know.
${ca === undefined ? "# tls: { ca: ./ca.pem }" : `tls: { ca: ${JSON.stringify(ca)} }`}
`;
}

/** Whose keys a run has, or that the server asks for none. */
function authenticated({ authentication, prefix }: Beginning): string {
  if (authentication === "none")
    return `# It answered without credentials, so nothing about authentication and roles is examined. Where it asks for a key:
# credentials: { main: { public: ${prefix}_PUBLIC_KEY, private: ${prefix}_PRIVATE_KEY } }
authentication: none
`;
  return `# Names of environment variables. Secrets never stand in this file. A server that asks for no credentials says
# "authentication: none" in place of this, and one whose keys may all do everything "roles: none" beside it.
credentials:
  # Holds every role on the project and its organization.
  main: { public: ${prefix}_PUBLIC_KEY, private: ${prefix}_PRIVATE_KEY }
  # Instead of a key: main: { id: ${prefix}_CLIENT_ID, secret: ${prefix}_CLIENT_SECRET } or main: { token: ${prefix}_TOKEN }
  # A key without any role here, and one whose roles are all in another project: what they must not do is checked.
  # noRole: { public: ${prefix}_NOBODY_PUBLIC_KEY, private: ${prefix}_NOBODY_PRIVATE_KEY }
  # otherProject: { public: ${prefix}_OTHER_PUBLIC_KEY, private: ${prefix}_OTHER_PRIVATE_KEY }
  # roles:
  #   Project Read Only: { public: ${prefix}_RO_PUBLIC_KEY, private: ${prefix}_RO_PRIVATE_KEY }
  # serviceAccount: { id: ${prefix}_CLIENT_ID, secret: ${prefix}_CLIENT_SECRET }
  # metrics: { username: ${prefix}_METRICS_USER, password: ${prefix}_METRICS_PASSWORD }
`;
}

/** What the server has of the interface, with what it was not seen to have as a comment. */
function offered({ offers, lacking = [] }: Beginning): string {
  if (offers === undefined) return "";
  const list = (words: readonly string[]): string => words.join(", ");
  const without = lacking.length === 0 ? "" : `# Not found when it was asked: ${list(lacking)}\n`;
  return `
# What it has of the interface, by area or operation: everything else counts as absent.
# Only reads were asked: where a write of an area is missing, name its operations instead.
offers: [${list(offers)}]
${without}`;
}

function shown(found: Readonly<Record<string, string>>): string {
  const lines = Object.entries(found).map(([name, value]) => `  # ${name}: ${JSON.stringify(value)}`);
  if (lines.length === 0) return "  # clusterName: Cluster0";
  return ["  # Its lists showed these when it was asked. Take one up to have a run address no other:", ...lines].join(
    "\n",
  );
}
