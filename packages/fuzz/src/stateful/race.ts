import { answered, type Exchange } from "@plumbline/client";
import { type Ask, type Campaign, jsonOf, member, received, wasAccepted, wasRefused } from "@plumbline/conformance";
import type { RouteVersion } from "@plumbline/schemas";
import { type BodyParts, bodiesFor } from "../cases/bodies.ts";
import { explanations } from "./linear.ts";
import { EMPTY, type Rules } from "./model.ts";

/** Concurrent requests of a race. */
export const AT_ONCE = 3;
/** Consecutive requests that show whether a second one is accepted while the first is in progress. */
export const IN_TURN = 2;
/** Consecutive pairs in which the second must be refused. */
export const TRIES = 3;

/** A snapshot in progress blocks the next one. */
const ONE_AT_A_TIME: Rules = { variant: () => ({}), exclusive: true };
/** Possible states before the race: a snapshot is in progress or none is, which is unknown. */
const BEFORE = [EMPTY, { records: [{}] }];

/** The body for concurrent snapshot requests. */
export const snapshotBody = (parts: BodyParts, version: RouteVersion): string =>
  JSON.stringify(bodiesFor("takeSnapshot", parts, version).get("plain"));

/** The result of a race: some order explains it, no order does, or it is undecided. */
export interface Raced {
  readonly kind: "explained" | "broken" | "unclear";
  readonly told: string;
  readonly evidence: readonly string[];
}

/** Requests several snapshots concurrently, and deletes those that were accepted. */
export async function race(
  { ask, giveBack }: Pick<Campaign, "ask" | "giveBack">,
  version: RouteVersion,
  rawBody: string,
): Promise<Raced> {
  // Warms up connections and credentials, so that the requests really overlap.
  await ask({ operation: "listSnapshots", version, send: "again" });
  const release = () => ask({ operation: "takeSnapshot", version, rawBody, send: "again" });
  const exchanges = await Promise.all(Array.from({ length: AT_ONCE }, release));
  const taken = exchanges.filter(wasAccepted).flatMap((exchange) => {
    const json = jsonOf(exchange);
    const id = member(member(json, "content") ?? json, "id");
    return typeof id === "string" ? [{ snapshotId: id }] : [];
  });
  const held = [...exchanges];
  const giveAllBack = async (): Promise<void> => {
    for (const exchange of held.splice(0)) await giveBack(exchange);
  };
  const inTurn = async (): Promise<readonly Exchange[]> => {
    await giveAllBack();
    for (let count = 0; count < IN_TURN; count += 1) held.push(await release());
    return [...held];
  };
  try {
    return await judged({ ask, version, exchanges, taken, inTurn });
  } finally {
    await giveAllBack();
  }
}

interface Race {
  readonly ask: Ask;
  readonly version: RouteVersion;
  readonly exchanges: readonly Exchange[];
  readonly taken: readonly { readonly snapshotId: string }[];
  /** Deletes the snapshots of the race and requests two more, one after the other. */
  readonly inTurn: () => Promise<readonly Exchange[]>;
}

async function judged({ ask, version, exchanges, taken, inTurn }: Race): Promise<Raced> {
  const evidence = exchanges.map(({ id }) => id);
  const told = exchanges.map(received).join(", ");
  if (!exchanges.every((exchange) => answered(exchange) && (wasAccepted(exchange) || wasRefused(exchange))))
    return { kind: "unclear", told, evidence };
  const released = exchanges.map((exchange) => ({
    step: { do: "create", variant: 0 } as const,
    answer: { taken: wasAccepted(exchange) },
  }));
  if (BEFORE.some((model) => explanations(model, released, ONE_AT_A_TIME).length > 0))
    return { kind: "explained", told, evidence };
  const states = await Promise.all(
    taken.map((path) => ask({ operation: "getSnapshot", version, path, send: "again" })),
  );
  // A completed snapshot may have made room for the next.
  const underway = states.filter((state) => ["queued", "inProgress"].includes(String(member(jsonOf(state), "status"))));
  const seen = [...evidence, ...states.map(({ id }) => id)];
  if (underway.length < 2) return { kind: "unclear", told, evidence: seen };
  // Another client may request a snapshot in between, so a single pair proves little.
  for (let time = 0; time < TRIES; time += 1) {
    const [first, second] = await inTurn();
    // If the target queues snapshots, it also accepts two consecutive requests.
    if (first === undefined || second === undefined || !wasAccepted(first) || !wasRefused(second))
      return {
        kind: "unclear",
        told: `${told}, and two that are asked for in turn are not told apart`,
        evidence: seen,
      };
    seen.push(first.id, second.id);
  }
  return { kind: "broken", told, evidence: seen };
}
