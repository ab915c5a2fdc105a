import { fillPath } from "@plumbline/schemas";
import { KEY_LABELS } from "./key-labels.ts";
import type { Reference } from "./reference.ts";

/** Everything that a person needs to call a running reference by hand. It intentionally contains all of its secrets. */
export function describeReference(reference: Reference): string {
  const { world, keys, serviceAccount, blockedServiceAccount, metrics, faults, variants, speed } = reference;
  const width = Math.max(...KEY_LABELS.map((label) => label.length));
  return [
    `Base URL     ${reference.url}`,
    `Metrics URL  ${reference.metricsUrl}`,
    `Profile      ${reference.profile.name}`,
    `Faults       ${faults.length === 0 ? "none" : faults.join(", ")}`,
    `Variants     ${variants.length === 0 ? "none" : variants.join(", ")}`,
    ...(speed === 1 ? [] : [`Speed        ${speed} times the default`]),
    "",
    `Organization ${world.orgId}${beside("another", world.otherOrgId)}`,
    `Project      ${world.projectId}${beside("another", world.otherProjectId)}${beside("of the other organization", world.foreignProjectId)}`,
    `Cluster      ${world.clusterName || "none"}${beside("of shared tiers", world.sharedClusterNames.join(", "))}`,
    `Host         ${world.hostnames[0] ?? "none"}`,
    `Alert config ${world.busiestAlertConfigId || "none"}`,
    `Alert        ${world.alertIds[0] ?? "none"}`,
    "",
    "API keys, public:private",
    ...KEY_LABELS.map((label) => `  ${label.padEnd(width)}  ${keys[label].publicKey}:${keys[label].privateKey}`),
    "Service accounts, id:secret",
    `  ${"allowed".padEnd(width)}  ${serviceAccount.clientId}:${serviceAccount.clientSecret}`,
    `  ${"blocked".padEnd(width)}  ${blockedServiceAccount.clientId}:${blockedServiceAccount.clientSecret}`,
    "Metrics user, name:password",
    `  ${"".padEnd(width)}  ${metrics.username}:${metrics.password}`,
    "",
    "Try",
    `  ${curlLine(reference)}`,
    "",
  ].join("\n");
}

/** An additional entry on the line; empty if there is none. */
const beside = (what: string, text: string): string => (text === "" ? "" : `   ${what}: ${text}`);

function curlLine({ url, contract, keys, world }: Reference): string {
  const route = contract.route("listAlertConfigs", "2") ?? contract.operation("listAlertConfigs").routes[0];
  const path = fillPath(route?.path ?? "/", { groupId: world.projectId });
  const { publicKey, privateKey } = keys.all;
  // Within single quotes, a shell gives a meaning only to the closing quote.
  const user = `${publicKey}:${privateKey}`.replaceAll("'", "'\\''");
  return `curl --digest --user '${user}' --header 'Accept: ${route?.accept ?? "*/*"}' '${url}${path}?pretty=true'`;
}
