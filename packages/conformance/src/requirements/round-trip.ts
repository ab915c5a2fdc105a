import type { Exchange } from "@plumbline/client";
import type { WriteId } from "@plumbline/schemas";
import { received, wasAccepted, wasRefused } from "../expect/answers.ts";
import { broken, holds, type Judgement } from "../judgement.ts";
import type { Story } from "../kernel/story.ts";
import { lossIn } from "../oracles/loss.ts";
import type { Fields, Path } from "../writes/write.ts";
import { patiently } from "./perform.ts";
import { type Read, viewsOf } from "./record-views.ts";

/** A write whose record is looked at in every way there is, for all that the write carried. */
export interface RoundTrip {
  readonly operation: WriteId;
  /** Members, in neutral words, that are sent together; where they are refused together, each group is sent alone. */
  readonly groups: readonly Fields[];
  /** The body around members of some groups. */
  readonly body: (members: Fields) => Fields;
  readonly query?: Readonly<Record<string, string>>;
  readonly path?: Path;
  /** What a record shows of a body where that is not the body itself; both in the target's words. */
  readonly shownAs?: ((sent: Fields, record: unknown) => unknown) | undefined;
  /** Whether a target takes it at all is not given: where it does not, there is nothing to keep. */
  readonly optional?: true;
  /** Reads of the record beside those of its write record. */
  readonly reads?: readonly Read[];
}

/**
 * Sends a body and looks whether its answer, each read of the record and the list of its kind show all that it carried.
 * Which members go together is not given: what is refused as a whole is tried in its parts, and parts that are refused
 * are another rule's business.
 */
export async function keeps(told: Story, trip: RoundTrip): Promise<Judgement> {
  const whole = await sends(told, trip, Object.assign({}, ...trip.groups));
  if (wasAccepted(whole.exchange)) return looks(told, trip, whole);
  let kept = 0;
  for (const group of trip.groups.length > 1 ? trip.groups : []) {
    const part = await sends(told, trip, group);
    if (!wasAccepted(part.exchange)) continue;
    const judgement = await looks(told, trip, part);
    if (judgement.kind !== "holds") return judgement;
    kept += 1;
  }
  if (kept > 0 || (trip.optional && wasRefused(whole.exchange))) return holds;
  return told.cannot(`${trip.operation} is not accepted (${received(whole.exchange)}), so nothing can be kept`);
}

/** The same for two bodies, one after the other; a target that keeps one of its own shows it with the second. */
export async function keepsInTurn(
  told: Story,
  tripOf: (turn: 0 | 1) => RoundTrip | Promise<RoundTrip>,
): Promise<Judgement> {
  const first = await keeps(told, await tripOf(0));
  return first.kind === "holds" ? keeps(told, await tripOf(1)) : first;
}

interface Sent {
  readonly exchange: Exchange;
  readonly body: Fields;
}

async function sends(told: Story, { operation, body, query, path }: RoundTrip, members: Fields): Promise<Sent> {
  const whole = body(members);
  const step = { body: whole, ...(query && { query }), ...(path && { path }) };
  return { exchange: await patiently(told, operation, step), body: whole };
}

async function looks(told: Story, trip: RoundTrip, { exchange, body }: Sent): Promise<Judgement> {
  const { operation, path, reads, shownAs = (sent) => sent } = trip;
  const wire = told.contract.wire(body);
  let seen = 0;
  for (const { name, shape, look } of viewsOf(told, { operation, exchange, sent: body, path }, reads)) {
    const lossOf = (record: unknown) => lossIn(shownAs(wire, record), record, shape);
    const record = await told.settles(look, (now) => now !== undefined && lossOf(now) === undefined);
    // That a record is there at all is another rule's business.
    if (record === undefined) continue;
    seen += 1;
    const loss = lossOf(record);
    if (loss === undefined) continue;
    const place = loss.pointer === "" ? "" : ` at ${loss.pointer}`;
    return broken(`${name} with ${loss.expected}${place}, as it was sent`, loss.received);
  }
  return seen > 0 ? holds : told.cannot(`no answer shows what ${operation} was sent`);
}
