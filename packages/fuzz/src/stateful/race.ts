import { answered, type Exchange } from "@plumbline/client";
import { type Ask, type Campaign, jsonOf, member, received, wasAccepted, wasRefused } from "@plumbline/conformance";
import type { RouteVersion } from "@plumbline/schemas";
import { type BodyParts, bodiesFor } from "../campaigns/bodies.ts";
import { explanations } from "./linear.ts";
import { EMPTY, type Rules } from "./model.ts";

/** Requests that are released together. */
export const AT_ONCE = 3;

/** A snapshot keeps the next one from being taken. */
const ONE_AT_A_TIME: Rules = { variant: () => ({}), exclusive: true };
/** Nothing is being taken, or something is: which of them is not known. */
const BEFORE = [EMPTY, { records: [{}] }];

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
  await ask({ operation: "listSnapshots", version, again: true });
  const release = () => ask({ operation: "takeSnapshot", version, rawBody, again: true });
  const exchanges = await Promise.all(Array.from({ length: AT_ONCE }, release));
  const taken = exchanges.filter(wasAccepted).flatMap((exchange) => {
    const json = jsonOf(exchange);
    const id = member(member(json, "content") ?? json, "id");
    return typeof id === "string" ? [{ snapshotId: id }] : [];
  });
  try {
    return await judged(ask, version, exchanges, taken);
  } finally {
    for (const exchange of exchanges) await giveBack(exchange);
  }
}

async function judged(
  ask: Ask,
  version: RouteVersion,
  exchanges: readonly Exchange[],
  taken: readonly { readonly snapshotId: string }[],
): Promise<Raced> {
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
  const states = await Promise.all(taken.map((path) => ask({ operation: "getSnapshot", version, path, again: true })));
  // One that is complete already may have made room for the next.
  const underway = states.filter((state) => ["queued", "inProgress"].includes(String(member(jsonOf(state), "status"))));
  return {
    kind: underway.length > 1 ? "broken" : "unclear",
    told,
    evidence: [...evidence, ...states.map(({ id }) => id)],
  };
}
