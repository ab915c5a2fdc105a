/*
 * Patterns for host names in connection strings. They are not part of the schemas: an answer with other texts breaks
 * only a SHOULD. The patterns match only the first host of a server list, because the description shows one; for
 * private addresses they match every host, because any other could be reached from outside. The superseded legacy form,
 * with a hyphen before the project's label, is a standard form as well, because clusters created with it keep it.
 */
const SCHEME = "[a-z][a-z0-9]*";
const LABEL = "[A-Za-z0-9-]+";
/** The id that the hosts of a project share, and a domain. */
const REST = `(\\.${LABEL}){2,}`;
/** The project's label in the legacy form of a host; excludes the marker of a private address. */
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

/** Patterns of the connection strings of a cluster by kind. Apply them only to texts of limited length. */
export const CONNECTION_STRING_FORMS: Readonly<Record<ConnectionStringForm, string>> = {
  standard: `^${SCHEME}://${LABEL}-shard-[0-9]{2}-[0-9]{2}${LEGACY}${REST}:27017${FIRST}`,
  standardSrv: `^${SCHEME}\\+srv://${LABEL}${REST}${FIRST}`,
  private: `^${SCHEME}://${PRIVATE}(,${PRIVATE})*(/|\\?|$)`,
  privateSrv: `^${SCHEME}\\+srv://${LABEL}-pri${REST}${FIRST}`,
  privateEndpoint: `^${SCHEME}://pl-[0-9]+-${LABEL}${REST}:1024${FIRST}`,
  privateEndpointSrv: `^${SCHEME}\\+srv://(${LABEL}-)?pl-[0-9]+-${LABEL}${REST}${FIRST}`,
};
