/** The proxies for requests to targets, as in the environment variables of those names. */
export interface ProxySettings {
  /** For https targets: a URL with http. */
  readonly https?: string;
  /** For http targets: a URL with http. */
  readonly http?: string;
  /** Hosts that are reached directly: names, which include their subdomains, with or without a port; `*` means all. */
  readonly none?: string;
}

/** The proxy on the way to an origin; `undefined` if there is none. This machine is always reached directly. */
export function proxyFor(origin: string, { https, http, none = "" }: ProxySettings): URL | undefined {
  const { protocol, hostname, port } = new URL(origin);
  const given = protocol === "https:" ? https : http;
  if (!given || LOOPBACK.test(hostname)) return undefined;
  const name = bare(hostname);
  const number = port || (protocol === "https:" ? "443" : "80");
  const isDirect = none
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => isNamed(entry.toLowerCase(), name, number));
  return isDirect ? undefined : new URL(given);
}

const LOOPBACK = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** A host as sockets expect it: an IPv6 address without its brackets. */
export const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, "$1");

function isNamed(entry: string, name: string, port: string): boolean {
  if (entry === "*") return true;
  const [, host = entry, only] = /^(.*?)(?::(\d+))?$/.exec(entry.replace(/^\*?\./, "")) ?? [];
  if (only !== undefined && only !== port && !name.includes(":")) return false;
  const wanted = bare(name.includes(":") ? entry : host);
  return name === wanted || name.endsWith(`.${wanted}`);
}
