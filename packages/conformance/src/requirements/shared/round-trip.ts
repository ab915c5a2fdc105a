import { answered } from "@plumbline/client";
import { versionLabel, type WriteId } from "@plumbline/schemas";
import { received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import type { Path } from "../../ground/fields.ts";
import { type Fields, fieldsOf } from "../../ground/json.ts";
import { broken, decidedBy, type Judgement, upheld } from "../../ground/judgement.ts";
import { needsOffered } from "../../ground/not-offered-error.ts";
import type { Story } from "../../kernel/story.ts";
import { StoryStopped } from "../../kernel/story-stopped.ts";
import { keptMembers } from "../../oracles/kept-members.ts";
import { lossIn } from "../../oracles/loss.ts";
import type { Sent } from "../../target/memory.ts";
import { staysBehind } from "../../writes/stays-behind.ts";
import { WRITES } from "../../writes/table.ts";
import { patiently } from "./perform.ts";
import { type Read, type View, viewsOf } from "./record-views.ts";

/** A write, and how to check in every view of its record that the target kept all its members. */
export interface RoundTrip {
  readonly operation: WriteId;
  /**
   * Members, in neutral words, that are sent together. If the target refuses them together, each group is sent alone.
   */
  readonly groups: readonly Fields[];
  /** Adds the rest of the body to the members of some groups. */
  readonly body: (members: Fields) => Fields | readonly Fields[];
  readonly query?: Readonly<Record<string, string>>;
  readonly path?: Path;
  /** The part of a body that the record shows, if it is not the whole body; both in the target's words. */
  readonly shownAs?: ((sent: Fields, record: unknown) => unknown) | undefined;
  /** The target need not accept the write. If it does not, there is nothing to keep. */
  readonly optional?: true;
  /** Additional reads of the record, not named in its write record. */
  readonly reads?: readonly Read[];
}

/**
 * Sends a body and checks that its answer, each read of the record and the list of its kind show everything that was
 * sent. Other rules judge refused parts.
 */
export const keeps = async (story: Story, trip: RoundTrip): Promise<Judgement> =>
  namesAll(story, trip.operation, await shows(story, trip, sendsInParts(story, trip)));

/** Continues after a broken view, to find further lost members. If it cannot continue, the verdict stays the same. */
export async function looksOn(look: () => Promise<unknown>): Promise<void> {
  try {
    await look();
  } catch (error) {
    if (!(error instanceof StoryStopped)) throw error;
  }
}

/** Adds all other members that were lost to the text of a broken judgement. */
export function namesAll(story: Story, operation: WriteId, judgement: Judgement): Judgement {
  if (judgement.kind !== "broken") return judgement;
  const lost = story.world.memory.kept.lost(operation, versionLabel(story.subject.version));
  if (lost.length < 2) return judgement;
  return { ...judgement, received: `${judgement.received}; not as sent are ${lost.join(", ")}` };
}

/**
 * The contract does not say which members may go together, so a body that is refused as a whole is sent in parts. If
 * records stay, it sends only as many parts as needed to find the refused ones, because each accepted part leaves a
 * record.
 */
export async function* sendsInParts(story: Story, trip: RoundTrip): AsyncGenerator<Sent> {
  const whole = await sends(story, trip, Object.assign({}, ...trip.groups), false);
  yield whole;
  if (wasAccepted(whole.exchange) || trip.groups.length < 2) return;
  if (staysBehind(trip.operation)) yield* sendsSuspects(story, trip, whole);
  else for (const group of trip.groups) yield sends(story, trip, group, true);
}

/**
 * Sends each group that the refusal names alone, and all others together. If it names none, or all, it sends halves.
 */
async function* sendsSuspects(story: Story, trip: RoundTrip, { exchange }: Sent): AsyncGenerator<Sent> {
  const words = answered(exchange) ? exchange.response.body : "";
  const isNamed = (group: Fields): boolean =>
    Object.keys(group).some((name) => words.includes(story.contract.field(name)));
  const others = trip.groups.filter((group) => !isNamed(group));
  if (others.length === 0 || others.length === trip.groups.length) return yield* sendsHalves(story, trip, trip.groups);
  for (const group of trip.groups.filter(isNamed)) yield sends(story, trip, group, true);
  const rest = await sends(story, trip, Object.assign({}, ...others), others.length === 1);
  yield rest;
  if (!rest.isPart && !wasAccepted(rest.exchange)) yield* sendsHalves(story, trip, others);
}

/** Sends both halves, and the halves of a refused half. */
async function* sendsHalves(story: Story, trip: RoundTrip, groups: readonly Fields[]): AsyncGenerator<Sent> {
  const middle = Math.ceil(groups.length / 2);
  for (const half of [groups.slice(0, middle), groups.slice(middle)]) {
    const isPart = half.length === 1;
    const sent = await sends(story, trip, Object.assign({}, ...half), isPart);
    yield sent;
    if (!isPart && !wasAccepted(sent.exchange)) yield* sendsHalves(story, trip, half);
  }
}

/** Whether the views show every accepted body. Each body is checked before the next is sent. */
export async function shows(
  story: Story,
  trip: RoundTrip,
  all: AsyncIterable<Sent> | Iterable<Sent>,
  /** False after something broke: then nothing is waited for. */
  patient = true,
): Promise<Judgement> {
  const sent: Sent[] = [];
  for await (const one of all) {
    sent.push(one);
    const judgement = wasAccepted(one.exchange) ? await looks(story, trip, one, patient) : upheld;
    if (judgement.kind !== "holds") return judgement;
  }
  const [refused] = sent;
  if (refused === undefined || sent.some(({ exchange }) => wasAccepted(exchange))) return upheld;
  if (trip.optional && wasRefused(refused.exchange)) return upheld;
  return story.cannot(`${trip.operation} is not accepted (${received(refused.exchange)}), so nothing can be kept`);
}

/**
 * The same for two bodies in turn, so that a target that always keeps its own value fails with the second. A record
 * that the first body created is checked again after the second one exists.
 */
export async function keepsInTurn(
  story: Story,
  tripOf: (turn: 0 | 1) => RoundTrip | Promise<RoundTrip>,
): Promise<Judgement> {
  const trip = await tripOf(0);
  const sent: Sent[] = [];
  const first = await shows(story, trip, noting(sendsInParts(story, trip), sent));
  const sendsOther = async (patient: boolean): Promise<Judgement> => {
    const other = await tripOf(1);
    return shows(story, other, sendsInParts(story, other), patient);
  };
  if (first.kind !== "holds") {
    await looksOn(() => sendsOther(false));
    return namesAll(story, trip.operation, first);
  }
  const second = await sendsOther(true);
  return namesAll(story, trip.operation, second.kind === "holds" ? await stillShows(story, trip, sent) : second);
}

async function* noting<T>(all: AsyncIterable<T>, noted: T[]): AsyncGenerator<T> {
  for await (const one of all) {
    noted.push(one);
    yield one;
  }
}

/** Whether created records still show their own values after others were created. */
async function stillShows(story: Story, trip: RoundTrip, sent: readonly Sent[]): Promise<Judgement> {
  if (WRITES[trip.operation].effect.kind !== "makes") return upheld;
  for (const one of sent.filter(({ exchange }) => wasAccepted(exchange))) {
    const [read] = viewsIn(story, trip, one).filter(({ isAnswer }) => !isAnswer);
    const judgement = read === undefined ? upheld : await looks(story, trip, one, true, [read]);
    if (judgement.kind !== "holds") return judgement;
  }
  return upheld;
}

async function sends(
  story: Story,
  { operation, body, query, path }: RoundTrip,
  members: Fields,
  isPart: boolean,
): Promise<Sent> {
  const whole = body(members);
  const step = { body: whole, ...(query && { query }), ...(path && { path }) };
  return { members, body: whole, isPart, exchange: await patiently(story, operation, step) };
}

const viewsIn = (story: Story, { operation, path, reads }: RoundTrip, { exchange, body }: Sent): readonly View[] =>
  viewsOf(story, { operation, exchange, sent: body, path }, reads);

async function looks(
  story: Story,
  trip: RoundTrip,
  sent: Sent,
  patient: boolean,
  views = viewsIn(story, trip, sent),
): Promise<Judgement> {
  const { operation, shownAs = (whole) => whole } = trip;
  const wire = fieldsOf(story.contract.wire(sent.body));
  let seen = 0;
  for (const { name, shape, isList, look } of views) {
    const lossOf = (record: unknown) => lossIn(shownAs(wire, record), record, shape);
    const soon = patient
      ? await story.eventually(look, (now) => now.kind === "shown" && lossOf(now.record) === undefined)
      : await look();
    const last =
      patient && soon.kind === "missing" && isList ? await story.untilOver(look, ({ kind }) => kind === "shown") : soon;
    if (last.kind === "missing")
      return broken(`${name} with the record that ${operation} was sent`, "a list without it");
    // Another rule judges whether a record can be read by its id.
    if (last.kind === "unread") continue;
    seen += 1;
    story.world.memory.kept.note(
      { operation, version: versionLabel(story.subject.version), view: name },
      keptMembers(shownAs(wire, last.record), last.record, shape),
    );
    const loss = lossOf(last.record);
    if (loss === undefined) continue;
    const place = loss.pointer === "" ? "" : ` at ${loss.pointer}`;
    return decidedBy(broken(`${name} with ${loss.expected}${place}, as it was sent`, loss.received), loss.pointer);
  }
  if (seen > 0) return upheld;
  const { effect } = WRITES[operation];
  const list = effect.kind === "makes" ? effect.list : undefined;
  const unseen = `no answer shows what ${operation} was sent`;
  return list !== undefined && story.addresses.servedIn(list).length === 0
    ? needsOffered(list, unseen)
    : story.cannot(unseen);
}
