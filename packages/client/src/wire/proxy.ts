/** Through which proxies targets are reached: what the variables of that name say. */
export interface ProxySettings {
  /** For https targets, a URL with http. */
  readonly https?: string;
  /** For http targets, a URL with http. */
  readonly http?: string;
  /** Hosts that are reached directly: names with what is below them, with a port or without; `*` is all of them. */
  readonly none?: string;
}

/** The proxy on the way to an origin; `undefined` where there is none. This machine is always reached directly. */
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

/** A host as sockets take it: the address of IPv6 without its brackets. */
export const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, "$1");

function isNamed(entry: string, name: string, port: string): boolean {
  if (entry === "*") return true;
  const [, host = entry, only] = /^(.*?)(?::(\d+))?$/.exec(entry.replace(/^\*?\./, "")) ?? [];
  if (only !== undefined && only !== port && !name.includes(":")) return false;
  const wanted = bare(name.includes(":") ? entry : host);
  return name === wanted || name.endsWith(`.${wanted}`);
}
