import type { ConnectOptions, ProxySettings } from "@plumbline/client";
import type { Given } from "../flags.ts";
import { givenText } from "../given-text.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

/** Limit in bytes: about ten times the certificates that systems trust. */
const MOST_BYTES = 4_194_304;

/**
 * Settings from flags and the environment for connections to a target: certificates to trust, and proxies.
 * @throws UsageError for certificates if no address is https.
 */
export function networkSettings(
  given: Given,
  environment: Terminal["environment"],
  addresses: readonly (string | undefined)[],
): Pick<ConnectOptions, "ca" | "proxies"> {
  const ca = certificatesGiven(given);
  if (ca !== undefined && !addresses.some((one) => one !== undefined && /^https:/i.test(one)))
    throw new UsageError(`--ca is for https, and ${addresses[0]} is not https: leave --ca out, or correct the address`);
  const proxies = proxiesOf(environment);
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

/**
 * The proxies, with curl's rules: variables in lower case, or in upper case except HTTP_PROXY, which a web server may
 * set from a request.
 */
function proxiesOf(environment: Terminal["environment"]): ProxySettings | undefined {
  const https = proxyNamed("https_proxy", environment) ?? proxyNamed("HTTPS_PROXY", environment);
  const http = proxyNamed("http_proxy", environment);
  const none = environment["no_proxy"] || environment["NO_PROXY"];
  if (https === undefined && http === undefined) return undefined;
  return { ...(https && { https }), ...(http && { http }), ...(none && { none }) };
}

/** @throws UsageError that does not repeat the text, because it may contain a password. */
function proxyNamed(variable: string, environment: Terminal["environment"]): string | undefined {
  const text = environment[variable];
  if (!text) return undefined;
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (URL.canParse(url) && new URL(url).protocol === "http:") return url;
  throw new UsageError(`${variable} does not name a usable proxy: expected a URL such as http://proxy.example:3128`);
}
