import { type ConnectOptions, type ProxySettings, proxyFor } from "@plumbline/client";
import type { Given } from "../flags.ts";
import { givenText } from "../given-text.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

/** Limit in bytes: about ten times the certificates that systems trust. */
const MOST_BYTES = 4_194_304;

/**
 * Settings from flags and the environment for connections to a target: certificates to trust, and proxies.
 * @throws UsageError for certificates if no address is https, and for an unusable proxy on the way to an address.
 */
export function networkSettings(
  given: Given,
  environment: Terminal["environment"],
  addresses: readonly (string | undefined)[],
): Pick<ConnectOptions, "ca" | "proxies"> {
  const ca = certificatesGiven(given);
  if (ca !== undefined && !addresses.some((one) => one !== undefined && /^https:/i.test(one)))
    throw new UsageError(`--ca is for https, and ${addresses[0]} is not https: leave --ca out, or correct the address`);
  const proxies = proxiesOf(environment, addresses);
  return { ...(ca !== undefined && { ca }), ...(proxies && { proxies }) };
}

/** The certificates in the file that `--ca` names. */
export function certificatesGiven(given: Given): string | undefined {
  const file = given.one("ca");
  return file === undefined ? undefined : certificatesIn(`--ca ${file}`, file);
}

/** @throws UsageError whose message begins with `what`, which says where the file was named. */
export function certificatesIn(what: string, file: string): string {
  const text = givenText(file, what, MOST_BYTES);
  if (text.includes("-----BEGIN CERTIFICATE-----")) return text;
  throw new UsageError(`${what} contains no certificate: expected PEM, with a line -----BEGIN CERTIFICATE-----`);
}

/** curl takes the first of these that is not empty. HTTP_PROXY is missing because a web server may set it from a request. */
const VARIABLES = {
  https: ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"],
  http: ["http_proxy", "all_proxy", "ALL_PROXY"],
} as const;

/** The proxies, with curl's rules about the variables. */
function proxiesOf(
  environment: Terminal["environment"],
  addresses: readonly (string | undefined)[],
): ProxySettings | undefined {
  const none = environment["no_proxy"] || environment["NO_PROXY"];
  const named = (scheme: keyof typeof VARIABLES): string | undefined => {
    const variable = VARIABLES[scheme].find((name) => environment[name]);
    const url = variable === undefined ? undefined : urlOf(environment[variable] ?? "");
    if (variable === undefined || url === undefined || isUsable(url)) return url;
    // ALL_PROXY often names a SOCKS proxy for other programs: it only matters if the run needs it.
    const some = { [scheme]: "http://proxy.example", ...(none && { none }) };
    if (addresses.some((address) => address !== undefined && isBehind(address, some))) throw unusable(variable, scheme);
    return undefined;
  };
  const [https, http] = [named("https"), named("http")];
  if (https === undefined && http === undefined) return undefined;
  return { ...(https && { https }), ...(http && { http }), ...(none && { none }) };
}

const urlOf = (text: string): string => (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);

const isUsable = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === "http:";

const isBehind = (address: string, proxies: ProxySettings): boolean =>
  URL.canParse(address) && proxyFor(new URL(address).origin, proxies) !== undefined;

/** Does not repeat the text of the variable, because it may contain a password. */
function unusable(variable: string, scheme: string): UsageError {
  return new UsageError(
    `${variable} does not name a usable proxy: expected a URL such as http://proxy.example:3128; set ${scheme}_proxy to one, or name the target's host in NO_PROXY`,
  );
}
