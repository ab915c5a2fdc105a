import type { WriteId } from "@plumbline/schemas";
import { received, wasAccepted, wasRefused } from "../expect/answers.ts";
import { broken, holds, type Judgement } from "../judgement.ts";
import type { Story } from "../kernel/story.ts";
import type { Sent } from "../memory.ts";
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
 * Parts that are refused are another rule's business.
 */
export const keeps = (told: Story, trip: RoundTrip): Promise<Judgement> => shows(told, trip, sendsInParts(told, trip));

/** Which members go together is not given: what is refused as a whole is sent in its parts. */
export async function* sendsInParts(told: Story, trip: RoundTrip): AsyncGenerator<Sent> {
  const whole = await sends(told, trip, Object.assign({}, ...trip.groups), false);
  yield whole;
  if (wasAccepted(whole.exchange) || trip.groups.length < 2) return;
  for (const group of trip.groups) yield sends(told, trip, group, true);
}

/** Whether whatever is accepted is shown, each before the next is sent. */
export async function shows(
  told: Story,
  trip: RoundTrip,
  all: AsyncIterable<Sent> | Iterable<Sent>,
): Promise<Judgement> {
  let [refused, kept]: [Sent | undefined, number] = [undefined, 0];
  for await (const one of all) {
    if (wasAccepted(one.exchange)) {
      const judgement = await looks(told, trip, one);
      if (judgement.kind !== "holds") return judgement;
      kept += 1;
    } else refused ??= one;
  }
  if (kept > 0 || refused === undefined || (trip.optional && wasRefused(refused.exchange))) return holds;
  return told.cannot(`${trip.operation} is not accepted (${received(refused.exchange)}), so nothing can be kept`);
}

/** The same for two bodies, one after the other; a target that keeps one of its own shows it with the second. */
export async function keepsInTurn(
  told: Story,
  tripOf: (turn: 0 | 1) => RoundTrip | Promise<RoundTrip>,
): Promise<Judgement> {
  const first = await keeps(told, await tripOf(0));
  return first.kind === "holds" ? keeps(told, await tripOf(1)) : first;
}

async function sends(
  told: Story,
  { operation, body, query, path }: RoundTrip,
  members: Fields,
  isPart: boolean,
): Promise<Sent> {
  const whole = body(members);
  const step = { body: whole, ...(query && { query }), ...(path && { path }) };
  return { members, body: whole, isPart, exchange: await patiently(told, operation, step) };
}

async function looks(told: Story, trip: RoundTrip, { exchange, body }: Sent): Promise<Judgement> {
  const { operation, path, reads, shownAs = (sent) => sent } = trip;
  const wire = told.contract.wire(body);
  let seen = 0;
  for (const { name, shape, isList, look } of viewsOf(told, { operation, exchange, sent: body, path }, reads)) {
    const lossOf = (record: unknown) => lossIn(shownAs(wire, record), record, shape);
    const soon = await told.settles(look, (now) => now.kind === "shown" && lossOf(now.record) === undefined);
    const last = soon.kind === "missing" && isList ? await told.comesTo(look, ({ kind }) => kind === "shown") : soon;
    if (last.kind === "missing")
      return broken(`${name} with the record that ${operation} was sent`, "a list without it");
    // That a record can be read by its id is another rule's business.
    if (last.kind === "unread") continue;
    seen += 1;
    const loss = lossOf(last.record);
    if (loss === undefined) continue;
    const place = loss.pointer === "" ? "" : ` at ${loss.pointer}`;
    return broken(`${name} with ${loss.expected}${place}, as it was sent`, loss.received);
  }
  return seen > 0 ? holds : told.cannot(`no answer shows what ${operation} was sent`);
}
