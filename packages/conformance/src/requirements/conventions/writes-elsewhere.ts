import { isDeepStrictEqual } from "node:util";
import { isWriteId } from "@plumbline/schemas";
import { received, refused, wasAccepted } from "../../ground/answers.ts";
import { broken, type Judgement, upheld } from "../../ground/judgement.ts";
import type { Story } from "../../kernel/story.ts";
import { difference } from "../../oracles/difference.ts";
import { type Requirement, story } from "../../rule/requirement.ts";
import { GONE, lookAtOwn, ownWriteOf } from "../shared/look.ts";
import { ownRecord, plainBody } from "../shared/perform.ts";
import { ON_PROJECT } from "../shared/statement-parts.ts";
import { writeRisk } from "../shared/subjects.ts";
import { placesElsewhere } from "./places-elsewhere.ts";

/** Nothing is sent to a place that is not the run's, where it might make what is not there. */
const MAY_MAKE = "updateSearchIndexByName";

/** Makes a record and writes to it under each other place, with a look at it each time, and at last where it is. */
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
  for (const place of placesElsewhere({ ...story.subject, world: story.world })) {
    const exchange = await story.ask(operation, { ...stated, path: { ...path, ...place.path } });
    // To say that what is not there is gone is no lie; what counts is the record, which may go some time later.
    const saysGone = own.effect.removes === true && wasAccepted(exchange);
    if (!saysGone) story.requires(refused(exchange, `${operation} under ${place.name}`));
    after = await story.eventually(look, (shown) => saysGone === !isDeepStrictEqual(shown, before));
    if (isDeepStrictEqual(before, after)) continue;
    return broken(
      `the record as it was: ${place.name} does not have it (${received(exchange)})`,
      difference(before, after),
    );
  }
  const right = await story.ask(operation, { ...stated, path });
  if (!wasAccepted(right))
    return story.cannot(`the same request is not accepted where the record is (${received(right)})`);
  return upheld;
}

/** Records are not reached from where they are not. */
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
    requests: 16,
    tell: leavesAlone,
  }),
];
