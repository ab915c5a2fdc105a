import { answered, type Exchange } from "@plumbline/client";
import { type Ask, type Campaign, jsonOf, member, received, wasAccepted, wasRefused } from "@plumbline/conformance";
import type { RouteVersion } from "@plumbline/schemas";
import { type BodyParts, bodiesFor } from "../cases/bodies.ts";
import { explanations } from "./linear.ts";
import { EMPTY, type Rules } from "./model.ts";

/** Requests that are released together. */
export const AT_ONCE = 3;
/** Requests one after the other that show whether one may wait for another. */
export const IN_TURN = 2;
/** Pairs in turn that have to be told apart. */
export const TRIES = 3;

/** A snapshot keeps the next one from being taken. */
const ONE_AT_A_TIME: Rules = { variant: () => ({}), exclusive: true };
/** Nothing is being taken, or something is: which of them is not known. */
const BEFORE = [EMPTY, { records: [{}] }];

/** The body with which snapshots are asked for at once. */
export const snapshotBody = (parts: BodyParts, version: RouteVersion): string =>
  JSON.stringify(bodiesFor("takeSnapshot", parts, version).get("plain"));

/** What a race came to: some order explains it, none does, or nothing can be said. */
export interface Raced {
  readonly kind: "explained" | "broken" | "unclear";
  readonly told: string;
  readonly evidence: readonly string[];
}

/** Asks for several snapshots at once, and gives back those that were taken. */
export async function race(
  { ask, giveBack }: Pick<Campaign, "ask" | "giveBack">,
  version: RouteVersion,
  rawBody: string,
): Promise<Raced> {
  // Connections and credentials are warm then, so that the race is one.
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
  /** Asks for two again, one after the other, once those of the race are given back. */
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
  // One that is complete already may have made room for the next.
  const underway = states.filter((state) => ["queued", "inProgress"].includes(String(member(jsonOf(state), "status"))));
  const seen = [...evidence, ...states.map(({ id }) => id)];
  if (underway.length < 2) return { kind: "unclear", told, evidence: seen };
  // Somebody else may ask for one between two, so one pair that is not taken in turn says little.
  for (let time = 0; time < TRIES; time += 1) {
    const [first, second] = await inTurn();
    // Where one may wait for another, two are taken in turn as well.
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
