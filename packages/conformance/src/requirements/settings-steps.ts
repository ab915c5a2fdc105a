import type { Exchange } from "@plumbline/client";
import { answered } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { member, wasAccepted } from "../expect/answers.ts";
import type { Story } from "../kernel/story.ts";
import { saysLater } from "../oracles/says-later.ts";
import type { World } from "../target/world.ts";
import { pauseAfter, secondsOf } from "./pauses.ts";

type Step = NonNullable<Parameters<Story["ask"]>[1]>;
type Way = (told: Story, step: Step) => Promise<Exchange>;

/** What the settings of a target were before the run, by the operation that reads them. */
const originals = new WeakMap<World, Map<OperationId, Readonly<Record<string, unknown>>>>();

/** What a setting was before a story touches it; it is put back when the story ends. */
export async function remembers(
  told: Story,
  read: OperationId,
  update: OperationId,
  types: Readonly<Record<string, "boolean" | "string">>,
): Promise<Readonly<Record<string, unknown>>> {
  const known = originals.get(told.world) ?? new Map<OperationId, Readonly<Record<string, unknown>>>();
  originals.set(told.world, known);
  const { json } = await told.prepares(read, {}, "reading the setting");
  const shown = Object.fromEntries(
    Object.keys(types)
      .map((name) => [name, member(json, name)] as const)
      .filter(([, value]) => value !== undefined && value !== null),
  );
  const odd = Object.entries(shown).find(([name, value]) => typeof value !== types[name]);
  if (odd) return told.cannot(`${odd[0]} has another type than it should have, so the setting could not be put back`);
  // Kept from the first time: a read may still show what the story before this one did.
  const before = known.get(read) ?? shown;
  known.set(read, before);
  told.restores(update, told.world.fixtures.groupId ?? "", { operation: update, body: before });
  return before;
}

export const AUDITING = { auditAuthorizationSuccess: "boolean", auditFilter: "string", enabled: "boolean" } as const;
export const CUSTOM_DNS = { enabled: "boolean" } as const;

export const OUTAGE = { outageFilters: [{ cloudProvider: "PROVIDER_A", regionName: "US_EAST_1", type: "REGION" }] };
export const ROLE = { providerName: "PROVIDER_A" };

const STARTED = new WeakSet<Story>();
/** Worlds in which no simulation could be started however long a story waited: nobody waits as long again. */
const IN_VAIN = new WeakSet<Story["world"]>();
const ROUNDS = 16;

/** Starts a simulation; when the one before is still ending, waits for that. It is ended when the story ends. */
export async function startsOutage(told: Story, step: Step = {}): Promise<Exchange> {
  // A story that starts another one is done with the one before.
  if (STARTED.has(told)) await endsOutage(told);
  let exchange = await told.ask("startOutageSimulation", { body: OUTAGE, ...step });
  const rounds = IN_VAIN.has(told.world) ? 0 : ROUNDS;
  for (let round = 0; round < rounds && !wasAccepted(exchange) && saysLater(exchange); round += 1) {
    await told.pass(pauseAfter(round));
    exchange = await told.ask("startOutageSimulation", { body: OUTAGE, ...step });
  }
  if (saysLater(exchange) && Object.keys(step).length === 0) IN_VAIN.add(told.world);
  // Ending may take longer than anybody waits: how long is not given.
  if (STARTED.has(told) && answered(exchange) && exchange.response.status === 409)
    return told.cannot(`the simulation before is not over after ${secondsOf(ROUNDS)} seconds`);
  if (wasAccepted(exchange)) {
    STARTED.add(told);
    const name = told.world.fixtures.clusterName ?? "";
    told.made("startOutageSimulation", name, { operation: "endOutageSimulation" }, () => endsOutage(told));
  }
  return exchange;
}

/** The story's cluster, which may be another than the one whose simulation the generic rules read. */
export const onCluster = (told: Story): Step => ({ path: { clusterName: told.world.fixtures.clusterName ?? "" } });

/**
 * Ends the simulation unless it has been ended already: the answer then shows that. A read that shows none may only be
 * late, so ending it is tried then too.
 */
export async function endsOutage(told: Story): Promise<Exchange> {
  const over = told.acceptedSince("endOutageSimulation", "startOutageSimulation");
  if (over !== undefined) return over;
  const read = await told.ask("getOutageSimulation", onCluster(told));
  if (answered(read) && !wasAccepted(read)) {
    const ended = await told.ask("endOutageSimulation", { open: true });
    return wasAccepted(ended) ? ended : read;
  }
  if (isOver(read)) return read;
  const ended = await told.ask("endOutageSimulation");
  if (wasAccepted(ended)) return ended;
  // Refused because it ends already, when the read before was late, or because it still starts.
  return told.settles(
    async () => {
      const later = await told.ask("getOutageSimulation", onCluster(told));
      return isOver(later) ? later : told.ask("endOutageSimulation");
    },
    (last) => isOver(last) || wasAccepted(last),
  );
}

/** Whether the simulation ends or has ended, in the words that targets use: only the state of a start is given. */
function isOver(read: Exchange): boolean {
  const state = answered(read) && wasAccepted(read) ? member(read.response.json, "state") : undefined;
  return typeof state === "string" && /^(RECOVER|COMPLETE|END|STOP|DONE|FINISH)/i.test(state);
}

/** How each write of these areas is carried out once, validly. */
export const settingsWays: Readonly<Partial<Record<OperationId, Way>>> = {
  updateAuditing: async (told, step) => {
    const before = await remembers(told, "getAuditing", "updateAuditing", AUDITING);
    return told.ask("updateAuditing", { body: before, ...step });
  },
  updateCustomDns: async (told, step) => {
    const before = await remembers(told, "getCustomDns", "updateCustomDns", CUSTOM_DNS);
    return told.ask("updateCustomDns", { body: before, ...step });
  },
  disablePrivateIpMode: (told, step) => told.ask("disablePrivateIpMode", { body: { enabled: false }, ...step }),
  createCloudAccessRole: (told, step) => told.ask("createCloudAccessRole", { body: ROLE, ...step }),
  startOutageSimulation: startsOutage,
  endOutageSimulation: async (told, step) => {
    const started = await startsOutage(told);
    if (!wasAccepted(started)) return told.cannot("no outage simulation can be started");
    const end = (): Promise<Exchange> => told.ask("endOutageSimulation", step);
    // One that still starts may be refused its end; a request with a fault is refused for that.
    return step.invalid === true ? end() : told.settles(end, (exchange) => !saysLater(exchange));
  },
};
