import { isDeepStrictEqual } from "node:util";
import type { Exchange } from "@plumbline/client";
import { isWriteId, type WriteId } from "@plumbline/schemas";
import { received, refused, wasAccepted } from "../../ground/answers.ts";
import { broken, type Judgement, upheld } from "../../ground/judgement.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";
import { difference } from "../../oracles/difference.ts";
import { type Requirement, story } from "../../rule/requirement.ts";
import { GONE, lookAtOwn, ownWriteOf } from "../shared/look.ts";
import { ownRecord, patiently, plainBody } from "../shared/perform.ts";
import { ON_PROJECT } from "../shared/statement-parts.ts";
import { writeRisk } from "../shared/subjects.ts";
import { placesElsewhere, placesOfOthers } from "./places-elsewhere.ts";

/** This operation is not tested, because it might create an index in a place that is not the run's. */
const MAY_MAKE = "updateSearchIndexByName";

/**
 * Makes a record, addresses it under each other place and reads it each time. The same write at the right place is the
 * positive control.
 */
async function leavesAlone(story: Story): Promise<Judgement> {
  const operation = story.subject.operation.id;
  const own = ownWriteOf(operation);
  if (own === undefined || !isWriteId(operation)) return story.cannot(`${operation} works on no record of the run's`);
  const path = await ownRecord(story, operation, own.on);
  const stated = await plainBody(story, operation);
  const look = lookAtOwn(story, own, path);
  const before = await story.eventually(look, (shown) => shown !== GONE);
  if (before === GONE) return story.cannot(`${own.read} does not show what ${own.on.create} made`);
  let after = before;
  const context = { ...story.subject, world: story.world };
  const ofOthers = story.lends("otherProject") ? placesOfOthers(context) : [];
  for (const { name, ...place } of [...placesElsewhere(context), ...ofOthers]) {
    const exchange = await onceAtRest(story, operation, { ...stated, ...place, path: { ...path, ...place.path } });
    // A removal may report success for a record that is not there. Only the record counts, and it may disappear late.
    const saysGone = own.effect.removes === true && wasAccepted(exchange);
    if (!saysGone) story.requires(refused(exchange, `${operation} under ${name}`));
    after = await story.eventually(look, (shown) => saysGone === !isDeepStrictEqual(shown, before));
    if (isDeepStrictEqual(before, after)) continue;
    return broken(`the record as it was: ${name} does not have it (${received(exchange)})`, difference(before, after));
  }
  const right = await patiently(story, operation, { ...stated, path });
  if (!wasAccepted(right))
    return story.cannot(`the same request is not accepted where the record is (${received(right)})`);
  return upheld;
}

/** Refusals that may be about the state of the record, so that they do not show whether the server compared the place. */
const EARLY: readonly number[] = [409, 423, 425];

/** Sends a write again until the record's state is no reason to refuse it, or until it has had enough time. */
async function onceAtRest(story: Story, operation: WriteId, step: Step): Promise<Exchange> {
  const ask = (): Promise<Exchange> => story.ask(operation, step);
  const isEarly = ({ response }: Exchange): boolean => "status" in response && EARLY.includes(response.status);
  const { inVain } = story.world.memory;
  const key = `${operation} elsewhere`;
  if (inVain.has(key)) return ask();
  const last = await story.untilOver(ask, (exchange) => !isEarly(exchange));
  if (isEarly(last)) inVain.add(key);
  return last;
}

/** A write must not reach a record through another place. */
export const writesElsewhere: readonly Requirement[] = [
  story({
    id: "GEN-WRITE-ELSEWHERE",
    level: "MUST",
    basis: "derived:D5",
    text: "A write that addresses a record under a project or a cluster that it does not belong to leaves it as it is.",
    section: "Resources and their fields > Conventions",
    mock: "it keeps no records",
    needs: ON_PROJECT,
    stage: "refused-writes",
    risk: writeRisk,
    on: ({ operation: { id } }) => ownWriteOf(id) !== undefined && id !== MAY_MAKE,
    requests: 18,
    tell: leavesAlone,
  }),
];
