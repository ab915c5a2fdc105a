import type { Credential, WireRequest } from "@plumbline/client";
import { type BoundRoute, fillPath, operations, pathPrefix } from "@plumbline/schemas";
import type { Call, LentSecret, Who } from "../ground/call.ts";
import { NotOfferedError } from "../ground/not-offered-error.ts";
import { NotSentError } from "../ground/not-sent-error.ts";
import { isPrivateLine, READ_ALONG } from "../ground/private-line.ts";
import { fixturesFor } from "../target/fixtures-for.ts";
import type { ServiceAccount, Target } from "../target/target.ts";
import type { World } from "../target/world.ts";
import { changedSecret } from "./changed-secret.ts";
import { faultyDigest } from "./faulty-digest.ts";
import { revealsKey } from "./reveals-key.ts";
import { spelledDigest } from "./spelled-digest.ts";
import { UnknownRouteError } from "./unknown-route-error.ts";

/**
 * Turns a call into bytes. It is pure, so that a plan can show the request and equal calls can share one exchange.
 * @throws NotSentError if an eavesdropper could read a secret of the user.
 * @throws NotOfferedError when the target does not have the operation.
 */
export function compose(call: Call, target: Target, world: World): WireRequest {
  const operation = target.contract.operation(call.operation);
  const route = operation.routes.find((one) => one.version === call.version);
  if (route === undefined) {
    if (operation.routes.length === 0 || isDescribed(call))
      throw new NotOfferedError(`the check needs ${call.operation}, which the target does not offer`);
    throw new UnknownRouteError(call.operation, call.version);
  }
  const body = bodyOf(call, target, route.body?.mediaType);
  const method = call.method ?? route.method;
  const url = address(call, route, target, world) + queryOf(call);
  const headers: (readonly [string, string])[] = [];
  if (call.accept !== null) headers.push(["accept", call.accept ?? route.accept]);
  if (body !== undefined)
    headers.push(["content-type", call.contentType ?? route.body?.mediaType ?? "application/json"]);
  const who = call.who ?? defaultWho(operation.authentication);
  const credential = credentialFor(who, target, { method, url });
  const isSecret = isLent(who) || revealsAny(credential, target);
  if (target.cleartext !== true && isSecret && !isPrivateLine(url)) throw new NotSentError(READ_ALONG);
  if (isLent(who) && target.credentials[who.lent] === undefined)
    throw new NotOfferedError(`the run has no ${who.lent} credential, which credentials.${who.lent} would state`);
  if (isLent(who) && new URL(url).origin !== homeOf(who.lent, target))
    throw new NotOfferedError(`a secret of ${homeOf(who.lent, target)} is sent to no other address`);
  return {
    method,
    url,
    headers,
    ...(body === undefined ? {} : { body }),
    credential,
    operation: call.operation,
    version: call.version,
    ...(call.connection !== undefined && { connection: call.connection }),
  };
}

/** Whether the description has the operation in this version, even if the target does not. */
function isDescribed({ operation, version }: Call): boolean {
  const { routes, standalone } = operations[operation];
  return version === "standalone" ? standalone !== undefined : routes[version] !== undefined;
}

/** Whether a credential sends the main key itself, or another secret that is only valid as Basic. */
const revealsAny = (credential: Credential, { credentials }: Target): boolean =>
  [
    credentials.main,
    credentials.metrics,
    clientCredential(credentials.serviceAccount, ""),
    clientCredential(credentials.blockedServiceAccount, ""),
  ].some((key) => revealsKey(credential, key));

const isLent = (who: Who): who is Extract<Who, { lent: LentSecret }> => typeof who === "object" && "lent" in who;

/** The origin to which a secret belongs; no other server may see it. */
const homeOf = (lent: LentSecret, { baseUrl, metricsUrl = baseUrl }: Target): string =>
  new URL(lent === "metrics" ? metricsUrl : baseUrl).origin;

function defaultWho(authentication: "digest" | "clientCredentials" | "metrics"): Who {
  switch (authentication) {
    case "digest":
      return "main";
    case "clientCredentials":
      return "serviceAccount";
    case "metrics":
      return "metrics";
  }
}

function address(call: Call, route: BoundRoute, target: Target, world: World): string {
  const base = route.base === "metrics" ? (target.metricsUrl ?? target.baseUrl) : target.baseUrl;
  if (call.elsewhere !== undefined) {
    const prefix = route.version === "standalone" ? "" : pathPrefix(route.version, target.contract.profile.product);
    return base + prefix + call.elsewhere;
  }
  let path = route.path;
  for (const [name, raw] of Object.entries(call.rawPath ?? {})) path = path.replace(`{${name}}`, () => raw);
  const fixtures: Readonly<Record<string, string | undefined>> = fixturesFor(world, call.operation);
  // Looked up, not merged: a world holds dozens of fixtures, and a path needs one or two.
  const own = call.path ?? {};
  return base + fillPath(path, (name) => (Object.hasOwn(own, name) ? own[name] : fixtures[name]));
}

function queryOf(call: Call): string {
  if (call.rawQuery !== undefined) return `?${call.rawQuery}`;
  const pairs = Object.entries(call.query ?? {});
  if (pairs.length === 0) return "";
  return `?${pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&")}`;
}

function bodyOf(call: Call, target: Target, mediaType: string | undefined): string | Uint8Array | undefined {
  if (call.rawBody !== undefined) return call.isBytes ? Buffer.from(call.rawBody, "latin1") : call.rawBody;
  if (call.body === undefined) return undefined;
  if (mediaType === "application/x-www-form-urlencoded" && call.contentType === undefined) {
    return new URLSearchParams(call.body as Record<string, string>).toString();
  }
  return JSON.stringify(target.contract.wire(call.body));
}

const NOBODY: Credential = { scheme: "none" };
const SECRET_THAT_NOBODY_HAS = "6f1d2c7e-83b5-49aa-9c04-5e7fd1b8a362";

function credentialFor(who: Who, target: Target, request: { method: string; url: string }): Credential {
  const { credentials } = target;
  if (typeof who === "object") {
    if ("role" in who) return credentials.byRole?.[who.role] ?? NOBODY;
    if ("header" in who) return { scheme: "raw", label: "hand-made", authorization: who.header };
    if ("lent" in who) return lentCredential(who, target);
    const main = credentials.main;
    if (main?.scheme !== "digest") return NOBODY;
    if ("spelling" in who) {
      const label = `digest with ${who.spelling.join(", ") || "nothing unusual"}`;
      return { scheme: "raw", label, authorization: spelledDigest(who, main, request) };
    }
    return {
      scheme: "raw",
      label: `digest with a fault: ${who.fault}`,
      authorization: faultyDigest(who, main, request),
    };
  }
  switch (who) {
    case "none":
      return NOBODY;
    case "main":
    case "noRole":
    case "otherProject":
    case "metrics":
      return credentials[who] ?? NOBODY;
    case "mainAsBasic": {
      const { main } = credentials;
      if (main?.scheme !== "digest") return NOBODY;
      return { scheme: "basic", label: "main key as Basic", username: main.username, password: main.password };
    }
    case "wrongSecret":
      return altered(credentials.main, { password: SECRET_THAT_NOBODY_HAS, label: "wrong secret" });
    case "unknownUser":
      return altered(credentials.main, { username: "nobodyxx", label: "unknown key" });
    case "wrongMetricsPassword":
      return altered(credentials.metrics, { password: SECRET_THAT_NOBODY_HAS, label: "wrong metrics password" });
    case "unknownMetricsUser":
      return altered(credentials.metrics, { username: "nobodyxx", label: "unknown metrics user" });
    case "wrongClientSecret":
      return altered(clientCredential(credentials.serviceAccount, "wrong client secret"), {
        password: SECRET_THAT_NOBODY_HAS,
        label: "wrong client secret",
      });
    case "serviceAccount":
    case "blockedServiceAccount":
      return clientCredential(credentials[who], who);
  }
}

/** Basic credentials with the name of a key; if the secret is changed, only the label says how. */
function lentCredential(
  { lent, change, secret }: Extract<Who, { lent: LentSecret }>,
  { credentials }: Target,
): Credential {
  const key = lent === "serviceAccount" ? clientCredential(credentials.serviceAccount, lent) : credentials[lent];
  if (key === undefined || !("password" in key)) return NOBODY;
  const { username, password, userVariable, secretVariable } = key;
  const user = userVariable === undefined ? {} : { userVariable };
  if (change === undefined && secret === undefined)
    return {
      ...{ scheme: "basic", label: `${lent} as Basic`, username, password, ...user },
      ...(secretVariable !== undefined && { secretVariable }),
    };
  const sent = secret ?? (change === undefined ? password : changedSecret(password, change));
  const label = `${lent} with ${secret === undefined ? change : "another secret"}`;
  return { scheme: "basic", label, username, password: sent, ...user, madeUp: "secret" };
}

function altered(
  main: Credential | undefined,
  change: { username?: string; password?: string; label: string },
): Credential {
  if (main === undefined || !("password" in main)) return NOBODY;
  const { scheme, username, password, userVariable, secretVariable } = main;
  // The result has no variable for the wrong part: a curl line must not send the right secret in its place.
  return change.password === undefined
    ? { scheme, username, password, ...(secretVariable !== undefined && { secretVariable }), madeUp: "user", ...change }
    : { scheme, username, password, ...(userVariable !== undefined && { userVariable }), madeUp: "secret", ...change };
}

function clientCredential(account: ServiceAccount | undefined, label: string): Credential {
  if (account === undefined) return NOBODY;
  return {
    scheme: "basic",
    label,
    username: account.clientId,
    password: account.clientSecret,
    ...(account.idVariable === undefined ? {} : { userVariable: account.idVariable }),
    ...(account.secretVariable === undefined ? {} : { secretVariable: account.secretVariable }),
  };
}
