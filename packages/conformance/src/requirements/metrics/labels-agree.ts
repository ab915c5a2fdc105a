import { asks } from "../../expect/asks.ts";
import { callOf } from "../../expect/cases.ts";
import { jsonOf, received, wasAccepted } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, inconclusive, type Judgement, mild, nothingToAsk, upheld } from "../../ground/judgement.ts";
import { ONE_LARGE_PAGE } from "../../ground/largest-page.ts";
import { quoted } from "../../ground/quoted.ts";
import { listIn } from "../../oracles/envelope.ts";
import { hostsOf } from "../../oracles/hosts-of.ts";
import { credential } from "../../rule/need.ts";
import { type Case, type Context, probe, type Requirement } from "../../rule/requirement.ts";
import { ON_PROJECT } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";

/**
 * A label, and the member with the same fact in the list of all clusters. The label may show a name in another form.
 */
const PAIRS = [
  { label: "org_id", name: "orgId", isName: false },
  { label: "group_name", name: "groupName", isName: true },
] as const;

/**
 * Compares the labels with the list of all clusters, and the cluster names with the hosts of the known project's
 * clusters.
 */
const agrees = (context: Context, scheme: string | undefined): Case =>
  asks(scheme === undefined ? "the labels" : `the labels with targetScheme=${scheme}`, 3, async (ask) => {
    const query = scheme === undefined ? {} : { query: { targetScheme: scheme } };
    const exchange = await ask(callOf(context, query));
    // The description does not say which schemes exist besides the usual one.
    if (!wasAccepted(exchange)) return nothingToAsk(`the scheme is answered ${received(exchange)}`);
    const labels = (listIn(jsonOf(exchange)) ?? []).map((group) => member(group, "labels"));
    if (labels.length === 0) return nothingToAsk("no target is shown");
    const { groupId } = context.world.fixtures;
    const projects = await ask({ operation: "listAllClusters", version: "1.0", query: ONE_LARGE_PAGE });
    const project = (listIn(jsonOf(projects)) ?? []).find((one) => member(one, "groupId") === groupId);
    if (project === undefined) return inconclusive("the list of all clusters does not show the known project");
    for (const { label, name, isName } of PAIRS) {
      const known = member(project, name);
      const other = labels.map((one) => member(one, label)).find((one) => typeof one === "string" && one !== known);
      if (typeof known !== "string" || other === undefined) continue;
      const judgement = broken(`${label} ${quoted(known)}, as listAllClusters has it in ${name}`, quoted(other));
      return isName ? mild(judgement) : judgement;
    }
    const listed = await ask({ operation: "listClusters", version: "1.0", query: ONE_LARGE_PAGE });
    return namesOwners(listIn(jsonOf(exchange)) ?? [], listIn(jsonOf(listed)) ?? []);
  });

/**
 * Whether each element names the cluster of its host, or one of them: on an emulator, clusters can share a host and
 * differ in the port. A label may be another form of the name, but not the name of another cluster.
 */
export function namesOwners(elements: readonly unknown[], clusters: readonly unknown[]): Judgement {
  const names = clusters.map((cluster) => member(cluster, "name"));
  for (const element of elements) {
    const label = member(member(element, "labels"), "cluster_name");
    const [target] = listIn(member(element, "targets")) ?? [];
    const host = String(target).replace(/:\d+$/, "").toLowerCase();
    const owners = clusters
      .filter((cluster) => hostsOf(member(member(cluster, "connectionStrings"), "standard")).includes(host))
      .map((cluster) => member(cluster, "name"));
    if (owners.length > 0 && !owners.includes(label) && names.includes(label))
      return broken(
        `cluster_name ${owners.map((name) => quoted(name)).join(" or ")}, of which ${quoted(target)} is a host`,
        quoted(label),
      );
  }
  return upheld;
}

/** Compares two labels with the list of all clusters; it needs both the metrics user and the main key. */
export const labelsAgree: Requirement = probe({
  id: "METRICS-LABELS-AGREE",
  level: "MUST",
  basis: "derived:D5",
  text: "The label org_id names the organization that the list of all clusters shows for the project, and group_name its name.",
  section: "Resources and their fields > Metrics scrape target",
  mock: "its labels are examples",
  // By then there are several clusters, if other rules created some.
  stage: "quota",
  needs: [credential("metrics"), ...ON_PROJECT],
  on: (subject, { route }) => is("discoverMetricsTargets")(subject) && route("listAllClusters", "1.0") !== undefined,
  cases: (context) => [agrees(context, undefined), agrees(context, "PRIVATE")],
});
