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
/** Engines that are older than 4.2. */
const TOO_OLD = /^([0-3]|4\.[01])(\.|$)/;
/** Indexes that were made before that is the server's way, and nobody has raised the engine in between. */
const OFTEN = 2;
/** Milliseconds for which a cluster is taken to have the engine that a list has shown: raising it takes longer. */
const HOLDS = 60_000;

/** A cluster that a list shows with too old an engine gets no search index. */
export function engines({ contract }: Target): Onlooker {
  /** By project and name: the engine, and when it was shown, milliseconds since the epoch. */
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
