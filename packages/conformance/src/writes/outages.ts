import { answered, type Exchange } from "@plumbline/client";
import { jsonOf, wasAccepted, wasRefused } from "../ground/answers.ts";
import { type Fields, member } from "../ground/json.ts";
import type { World } from "../target/world.ts";
import { HARDWARE } from "./clusters.ts";
import { ENDED } from "./ended.ts";
import type { BodyParts, WriteTable } from "./write.ts";

/**
 * An outage in the region of the known cluster; if the run does not know it, in the region of the run's own clusters.
 */
export const outageOf = ({
  region = { cloudProvider: HARDWARE.providerName, regionName: HARDWARE.regionName },
}: Pick<World, "region">) => ({ outageFilters: [{ ...region, type: "REGION" }] }) satisfies Fields;

/**
 * Whether a simulation is ending or has ended. The description gives only the state after a start, so this recognises
 * the words that targets use.
 */
export function isOver(read: Exchange): boolean {
  const state = answered(read) && wasAccepted(read) ? member(jsonOf(read), "state") : undefined;
  return typeof state === "string" && ENDED.test(state);
}

/** The start and the end of an outage simulation; a cluster can have one. */
export const outageWrites = {
  startOutageSimulation: {
    kind: "outage simulation",
    lane: "outage",
    slow: true,
    patient: true,
    body: ({ world }: BodyParts) => outageOf(world),
    effect: {
      kind: "starts",
      read: "getOutageSimulation",
      of: ["groupId", "clusterName"],
      standing: (read) => (wasAccepted(read) ? !isOver(read) : wasRefused(read) ? false : undefined),
      end: "endOutageSimulation",
    },
  },
  endOutageSimulation: {
    kind: "outage simulation",
    lane: "outage",
    slow: true,
    patient: true,
    after: "startOutageSimulation",
    effect: { kind: "ends", starts: "startOutageSimulation" },
  },
} as const satisfies Partial<WriteTable>;
