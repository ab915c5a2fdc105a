/*
 * The shapes of host names in connection strings, as patterns. They are no part of the schemas: an answer whose texts
 * look different breaks a SHOULD at most. Of the hosts that a server lists only the first is matched, because the
 * description shows one; of private addresses each host is, because any other is reached from outside. The superseded legacy form, where a hyphen stands before the project's label, is a standard form as well:
 * clusters that were made with it keep it.
 */
const SCHEME = "[a-z][a-z0-9]*";
const LABEL = "[A-Za-z0-9-]+";
/** The id that the hosts of a project share, and a domain. */
const REST = `(\\.${LABEL}){2,}`;
/** The project's label in the legacy form of a host; what stands there for a private address is none. */
const LEGACY = "(-(?!pri\\.)[A-Za-z0-9]+)?";
const FIRST = "(,|/|\\?|$)";
const PRIVATE = `${LABEL}-shard-[0-9]{2}-[0-9]{2}-pri${REST}:27017`;

/** The kinds of connection strings whose shape the description shows. */
export type ConnectionStringForm =
  | "standard"
  | "standardSrv"
  | "private"
  | "privateSrv"
  | "privateEndpoint"
  | "privateEndpointSrv";

/** Patterns of the connection strings of a cluster by kind; match texts of sane length only. */
export const CONNECTION_STRING_FORMS: Readonly<Record<ConnectionStringForm, string>> = {
  standard: `^${SCHEME}://${LABEL}-shard-[0-9]{2}-[0-9]{2}${LEGACY}${REST}:27017${FIRST}`,
  standardSrv: `^${SCHEME}\\+srv://${LABEL}${REST}${FIRST}`,
  private: `^${SCHEME}://${PRIVATE}(,${PRIVATE})*(/|\\?|$)`,
  privateSrv: `^${SCHEME}\\+srv://${LABEL}-pri${REST}${FIRST}`,
  privateEndpoint: `^${SCHEME}://pl-[0-9]+-${LABEL}${REST}:1024${FIRST}`,
  privateEndpointSrv: `^${SCHEME}\\+srv://(${LABEL}-)?pl-[0-9]+-${LABEL}${REST}${FIRST}`,
};
