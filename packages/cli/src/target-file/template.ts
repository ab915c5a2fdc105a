/** The known facts about a server for a new target file. */
export interface Beginning {
  readonly name: string;
  readonly baseUrl: string;
  readonly profile: string;
  /** The product in the server's paths, if it is not that of the profile. */
  readonly product?: string;
  readonly groupId?: string;
  readonly clusterName?: string;
  readonly metricsUrl?: string;
  /** Interface versions that the server has, if not both. */
  readonly versions?: readonly string[];
  /** The file of certificates to trust, relative to the target file. */
  readonly ca?: string;
  /** Other ids and names in the lists of the server. Every run finds them again, so the file shows them as comments. */
  readonly found?: Readonly<Record<string, string>>;
  /** Areas and operations that the server has, if not all; `lacking` are operations that init did not find. */
  readonly offers?: readonly string[];
  readonly lacking?: readonly string[];
  /** The kind of the main credential; "none" if the server asks for none. @default "key" */
  readonly main?: "key" | "account" | "token" | "none";
  /** The beginning of the names of environment variables: `STAGING` makes `STAGING_PUBLIC_KEY`. */
  readonly prefix: string;
}

/**
 * A commented target file: known values are filled in, and every other setting is a comment that the user can enable.
 */
export function targetFileText(beginning: Beginning): string {
  const { name, baseUrl, profile, product, groupId, clusterName, metricsUrl, versions, ca, found = {} } = beginning;
  const line = (key: string, value: string | undefined, sample: string): string =>
    value === undefined ? `# ${key}: ${sample}` : `${key}: ${JSON.stringify(value)}`;
  return `# What Plumbline needs to know about a server. Try it: plumbline run --target <this file>
# docs/target-file.md describes every setting.
name: ${JSON.stringify(name)}
baseUrl: ${JSON.stringify(baseUrl)}
${line("metricsUrl", metricsUrl, `${baseUrl}/metrics/v1.0        # address of metrics discovery`)}
${versions === undefined ? '# versions: ["1.0", "2"]' : `versions: ${JSON.stringify(versions)}`}

# The names that the server speaks: neutral, atlas, or one of them with changes:
# profile: { base: neutral, product: clusters, fields: { engineVersion: dbVersion } }
profile: ${product === undefined ? profile : `{ base: ${profile}, product: ${JSON.stringify(product)} }`}
${offered(beginning)}
${authenticated(beginning)}
# Ids and names of records that checks may address. A run finds the others in the lists of the server.
fixtures:
  ${groupId === undefined ? "# groupId: 32b6e34b3d91647abb20e7b8" : `groupId: ${JSON.stringify(groupId)}`}
${clusterName === undefined ? "" : `  clusterName: ${JSON.stringify(clusterName)}\n`}${shown(found, clusterName)}

# What a run may do besides reading: create, update, delete (a run undoes these three), costly, irreversible, quota.
allow: []

# How many records may stay on the server, by the operation that creates them. The default is a few of each.
# limits: { createCluster: 2 }

# Set this if the server finishes snapshots, outages and other slow operations this many times faster than usual.
# speed: 60

# Requests per second, at most.
# rate: 50

# Requirements to leave out, each with a reason. The report lists them as not applicable.
# skip: [{ id: "SRCH-*", reason: not built yet }]

# Certificates to trust that the system does not know.
${ca === undefined ? "# tls: { ca: ./ca.pem }" : `tls: { ca: ${JSON.stringify(ca)} }`}
`;
}

/** The section for credentials, or the statement that the server asks for none. */
function authenticated({ main = "key", prefix }: Beginning): string {
  if (main === "none")
    return `# The server answered without credentials, so a run tests nothing about authentication and roles. If it asks for credentials:
# credentials: { main: { public: ${prefix}_PUBLIC_KEY, private: ${prefix}_PRIVATE_KEY } }
authentication: none
`;
  const { line, others } = mainLines(main, prefix);
  return `# Names of environment variables, never secrets. If the server asks for no credentials, write
# "authentication: none" instead of this. If every key may do everything, add "roles: none". If the server has only some
# of the roles, name them: "roles: [Project Read Only, Project Owner]".
credentials:
  # This credential needs every role on the project and its organization.
  ${line}
  # Instead of it: ${others.join(" or ")}
  # A key without any role here, and a key with roles only in another project: the server must refuse both.
  # noRole: { public: ${prefix}_NOBODY_PUBLIC_KEY, private: ${prefix}_NOBODY_PRIVATE_KEY }
  # otherProject: { public: ${prefix}_OTHER_PUBLIC_KEY, private: ${prefix}_OTHER_PRIVATE_KEY }
  # roles:
  #   Project Read Only: { public: ${prefix}_RO_PUBLIC_KEY, private: ${prefix}_RO_PRIVATE_KEY }
  # serviceAccount: { id: ${prefix}_CLIENT_ID, secret: ${prefix}_CLIENT_SECRET }
  # metrics: { username: ${prefix}_METRICS_USER, password: ${prefix}_METRICS_PASSWORD }
`;
}

/** The line for the main credential of a kind, and those for the other kinds. */
function mainLines(kind: "key" | "account" | "token", prefix: string) {
  const lines = {
    key: `main: { public: ${prefix}_PUBLIC_KEY, private: ${prefix}_PRIVATE_KEY }`,
    account: `main: { id: ${prefix}_CLIENT_ID, secret: ${prefix}_CLIENT_SECRET }`,
    token: `main: { token: ${prefix}_TOKEN }`,
  };
  const line = lines[kind];
  return { line, others: Object.values(lines).filter((one) => one !== line) };
}

/** The section for offered operations, with those that init did not find as a comment. */
function offered({ offers, lacking = [] }: Beginning): string {
  if (offers === undefined) return "";
  const list = (words: readonly string[]): string => words.join(", ");
  const without = lacking.length === 0 ? "" : `# init did not find: ${list(lacking)}\n`;
  return `
# The areas and operations that the server has. Everything else counts as absent.
# init asked only reads. If the server lacks a write of an area, list the area's operations instead.
offers: [${list(offers)}]
${without}`;
}

function shown(found: Readonly<Record<string, string>>, clusterName: string | undefined): string {
  const lines = Object.entries(found).map(([name, value]) => `  # ${name}: ${JSON.stringify(value)}`);
  if (lines.length === 0) return clusterName === undefined ? "  # clusterName: Cluster0" : "";
  return [
    "  # init found these in the lists of the server. Uncomment a line to make a run use only that record:",
    ...lines,
  ].join("\n");
}
