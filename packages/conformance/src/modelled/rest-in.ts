import type { Contract } from "@plumbline/schemas";
import { jsonOf, wasAccepted } from "../ground/answers.ts";
import type { Call } from "../ground/call.ts";
import { fieldsOf } from "../ground/json.ts";
import { broken, decidedBy, type Judgement, upheld } from "../ground/judgement.ts";
import type { Shown } from "../ground/shown.ts";
import { lossIn } from "../oracles/loss.ts";
import { shapeOf } from "../oracles/shape.ts";
import { partialWrite } from "../writes/partial-writes.ts";
import { leavesRest } from "./leaves-rest.ts";

/**
 * Judges whether a partial write left the other members of its record unchanged. Returns `undefined` if the write may
 * change them, or if the two reads have different forms. Pure.
 * @param names the members that the write stated, in the target's words
 */
export function restIn(
  write: Call,
  names: readonly string[],
  before: Shown,
  after: Shown,
  contract: Contract,
): Judgement | undefined {
  const partial = partialWrite(write.operation);
  const isSameForm = before.call.operation === after.call.operation && before.call.version === after.call.version;
  if (partial === undefined || !isSameForm || !wasAccepted(before.exchange) || !wasAccepted(after.exchange))
    return undefined;
  if (!leavesRest(write.operation, names, contract)) return undefined;
  const { result } = contract.operation(after.call.operation, after.call.version);
  const left = [...names, ...partial.moves.map((name) => contract.field(name))];
  const stays = Object.entries(fieldsOf(jsonOf(before.exchange))).filter(
    ([name, value]) => !left.includes(name) && value !== null,
  );
  const shape = "schema" in result ? shapeOf([result.schema]) : undefined;
  const loss = lossIn(Object.fromEntries(stays), fieldsOf(jsonOf(after.exchange)), shape);
  if (loss === undefined) return upheld;
  const expected = `${loss.expected} at ${loss.pointer} still, after ${names.join(" and ")} was changed`;
  return decidedBy(broken(expected, loss.received), loss.pointer);
}
