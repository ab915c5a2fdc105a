import type { Exchange } from "@plumbline/client";
import { type Judgement, upheld } from "../ground/judgement.ts";

/** A request and the judgement of its answer. */
export interface Judged {
  readonly send: () => Promise<Exchange>;
  readonly judge: (exchange: Exchange) => Judgement;
}

/**
 * Sends requests that should all be answered alike, and returns the first judgement that does not hold. The first
 * request goes alone, because its answer shows whether the target behaves as expected. Then the others go out together,
 * or one after another if `together` is false.
 */
export async function judgedEach(all: readonly Judged[], together: boolean): Promise<Judgement> {
  const [first, ...others] = all;
  if (first === undefined) return upheld;
  const judgement = first.judge(await first.send());
  if (judgement.kind !== "holds" || others.length === 0) return judgement;
  if (!together) return judgedEach(others, together);
  // Every request must be over before a failure ends the check, which then undoes its changes.
  const sent = await Promise.allSettled(others.map(({ send }) => send()));
  for (const [index, result] of sent.entries()) {
    if (result.status === "rejected") throw result.reason;
    const next = others[index]?.judge(result.value) ?? upheld;
    if (next.kind !== "holds") return next;
  }
  return upheld;
}
