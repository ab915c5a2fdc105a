import type { Cluster } from "../records/cluster.ts";
import type { Fields } from "../records/fields.ts";
import { fieldsOf, textMember } from "./members.ts";
import { isShared } from "./tiers.ts";

const SCHEME = "engine";
const PORT = 27_017;
const ENDPOINT_PORT = 1_024;

/** The parts of the names in the connection strings of a cluster. */
interface Names {
  readonly label: string;
  /** The part after the label of a host: the id of the project's hosts, and the domain. */
  readonly domain: string;
}

/** The names of a cluster's hosts, which share everything after the first dot. */
function namesOf({ name, hosts }: Cluster): Names {
  return { label: name.toLowerCase(), domain: (hosts[0]?.name ?? "").replace(/^[^.]*\./, "") };
}

/** A host whose label has `suffix` appended. */
const marked = (host: string, suffix: string): string => host.replace(/^[^.]+/, (label) => label + suffix);

const list = (hosts: readonly string[], port: number): string =>
  `${SCHEME}://${hosts.map((host) => `${host}:${port}`).join()}`;

/**
 * All connection strings of a cluster: private ones only for dedicated clusters, and those of endpoints if there are
 * any.
 */
export function connectionStringsOf(cluster: Cluster): Fields {
  const { label, domain } = namesOf(cluster);
  const hosts = cluster.hosts.map(({ name }) => name);
  return {
    standard: list(hosts, PORT),
    standardSrv: `${SCHEME}+srv://${label}.${domain}`,
    ...(!isShared(cluster.tier) && {
      private: list(
        hosts.map((host) => marked(host, "-pri")),
        PORT,
      ),
      privateSrv: `${SCHEME}+srv://${label}-pri.${domain}`,
    }),
    ...(cluster.endpointId !== undefined && endpointStrings(cluster, cluster.endpointId)),
  };
}

function endpointStrings(cluster: Cluster, endpointId: string): Fields {
  const { label, domain } = namesOf(cluster);
  const { providerName, regionName } = fieldsOf(cluster.settings["providerSettings"]);
  const region = (textMember({ regionName }, "regionName") ?? "region").toLowerCase().replaceAll("_", "-");
  const name = `pl-0-${region}`;
  const connectionString = `${SCHEME}://${[0, 1, 2].map((node) => `${name}.${domain}:${ENDPOINT_PORT + node}`).join()}`;
  const srv = `${SCHEME}+srv://${label}-${name}.${domain}`;
  return {
    privateEndpoint: [
      {
        connectionString,
        endpoints: [{ endpointId, providerName, region: regionName }],
        srvConnectionString: srv,
        srvShardOptimizedConnectionString: `${SCHEME}+srv://${label}-${name}-lb.${domain}`,
        type: "ENGINE",
      },
    ],
    providerPrivateLink: { [endpointId]: connectionString },
    providerPrivateLinkSrv: { [endpointId]: srv },
  };
}
