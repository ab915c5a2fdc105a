import type { OperationId } from "@plumbline/schemas";
import { jsonOf, received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, upheld } from "../../ground/judgement.ts";
import { listIn } from "../../oracles/envelope.ts";
import type { Target } from "../../target/target.ts";
import { Bounded } from "./bounded.ts";
import type { Found, Onlooker } from "./onlooker.ts";

const RULE = "SRCH-ENGINE";
const CREATES: readonly OperationId[] = ["createSearchIndex", "createSearchIndexLegacy"];
/** Engines older than 4.2. */
const TOO_OLD = /^([0-3]|4\.[01])(\.|$)/;
/**
 * How many indexes the server must create before it counts as its fault: before one, a client may upgrade the engine.
 */
const OFTEN = 2;
/** Milliseconds for which a cluster is assumed to have the engine that a list showed: an upgrade takes longer. */
const HOLDS = 60_000;

/** The server must refuse a search index on a cluster that a list shows with too old an engine. */
export function engines({ contract }: Target): Onlooker {
  /** By project and name: the engine, and the time of the list that showed it, in milliseconds since the epoch. */
  const tooOld = new Bounded<{ readonly version: string; readonly at: number }>();
  let taken = 0;
  const see: Onlooker["see"] = (passed): readonly Found[] => {
    const { call, exchange, recognised } = passed;
    const { groupId = "", clusterName = "" } = recognised.captured;
    if (call.operation === "listClusters" && wasAccepted(exchange))
      for (const cluster of listIn(jsonOf(exchange)) ?? []) remember(groupId, cluster, exchange.startedAt);
    const known = tooOld.get(`${groupId} ${clusterName}`);
    if (!CREATES.includes(call.operation) || call.due !== undefined || known === undefined) return [];
    const since = exchange.startedAt - known.at;
    if (since < 0 || since > HOLDS) return [];
    if (wasRefused(exchange)) return [{ requirement: RULE, judgement: upheld, passed }];
    taken += wasAccepted(exchange) ? 1 : 0;
    if (!wasAccepted(exchange) || taken < OFTEN) return [];
    const judgement = broken(`4xx: the engine of the cluster is ${known.version}`, received(exchange));
    return [{ requirement: RULE, judgement, passed }];
  };
  return { decides: [RULE], see };

  function remember(groupId: string, cluster: unknown, at: number): void {
    const [version] = ["engineVersion", "engineMajorVersion"]
      .map((name) => member(cluster, contract.field(name)))
      .filter((value) => typeof value === "string");
    const key = `${groupId} ${String(member(cluster, "name"))}`;
    if (version !== undefined && TOO_OLD.test(version)) tooOld.set(key, { version, at });
    else tooOld.delete(key);
  }
}
