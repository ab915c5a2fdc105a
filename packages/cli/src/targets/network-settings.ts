import type { ConnectOptions, ProxySettings } from "@plumbline/client";
import type { Given } from "../flags.ts";
import { givenText } from "../given-text.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

/** As much as ten times what systems trust. */
const MOST_BYTES = 4_194_304;

/**
 * What flags and environment say of the way to the addresses of a target: certificates to trust, and proxies.
 * @throws UsageError for certificates where no address is one of https.
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

/** The certificates of the file that `--ca` names. */
export function certificatesGiven(given: Given): string | undefined {
  const file = given.one("ca");
  return file === undefined ? undefined : certificatesIn(`--ca ${file}`, file);
}

/** @throws UsageError that begins with what named the file. */
export function certificatesIn(what: string, file: string): string {
  const text = givenText(file, what, MOST_BYTES);
  if (text.includes("-----BEGIN CERTIFICATE-----")) return text;
  throw new UsageError(`${what} contains no certificate: expected PEM, with a line -----BEGIN CERTIFICATE-----`);
}

/** As curl takes them: in lower case or, but for http_proxy, which a web server may set, in upper case. */
function proxiesOf(environment: Terminal["environment"]): ProxySettings | undefined {
  const https = proxyNamed("https_proxy", environment) ?? proxyNamed("HTTPS_PROXY", environment);
  const http = proxyNamed("http_proxy", environment);
  const none = environment["no_proxy"] || environment["NO_PROXY"];
  if (https === undefined && http === undefined) return undefined;
  return { ...(https && { https }), ...(http && { http }), ...(none && { none }) };
}

/** @throws UsageError that does not repeat the text, which may hold a password. */
function proxyNamed(variable: string, environment: Terminal["environment"]): string | undefined {
  const text = environment[variable];
  if (!text) return undefined;
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (URL.canParse(url) && new URL(url).protocol === "http:") return url;
  throw new UsageError(`${variable} does not name a usable proxy: expected a URL such as http://proxy.example:3128`);
}
