import { fieldsOf, member } from "../ground/json.ts";
import type { Session } from "../kernel/session.ts";
import type { Fixtures } from "../target/fixtures.ts";
import type { Region } from "../target/world.ts";
import { list, resultsIn } from "./listing.ts";

/**
 * The region of the known cluster. Checks simulate an outage there, because one in another region would not concern it.
 */
export async function regionOf(session: Session, { clusterName }: Fixtures): Promise<Region | undefined> {
  const { allow, contract } = session.target;
  if (clusterName === undefined || !allow.has(contract.operation("startOutageSimulation").risk)) return undefined;
  const clusters = resultsIn(await list(session, "listClusters"));
  const own = clusters.find((cluster) => member(cluster, "name") === clusterName);
  const settings = member(own, contract.field("providerSettings"));
  const cloudProvider = member(settings, contract.field("providerName"));
  const [spec] = [member(own, contract.field("replicationSpecs"))].flat();
  const regions = Object.keys(fieldsOf(member(spec, contract.field("regionsConfig"))));
  const regionName = member(settings, contract.field("regionName")) ?? regions[0];
  return typeof cloudProvider === "string" && typeof regionName === "string"
    ? { cloudProvider, regionName }
    : undefined;
}
