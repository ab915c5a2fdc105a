import { isDeepStrictEqual } from "node:util";
import type { Contract, OperationId, WriteId } from "@plumbline/schemas";
import { fieldsOf, member } from "../ground/json.ts";
import { quoted } from "../ground/quoted.ts";
import { described } from "../oracles/described.ts";
import { recordIn } from "../oracles/envelope.ts";
import { withoutMoving } from "../oracles/without-moving.ts";
import { withoutIds } from "../writes/backup-policies.ts";
import { KINDS } from "../writes/kinds.ts";
import { WRITES } from "../writes/table.ts";

/**
 * The members of a record that a read shows with another value than before, in words. It leaves out members that the
 * description does not name, that change by themselves, or that are ids. Pure.
 */
export function otherMembers(
  before: unknown,
  now: unknown,
  {
    operation,
    read,
    contract,
  }: { readonly operation: WriteId; readonly read: OperationId; readonly contract: Contract },
): readonly string[] {
  const { result } = contract.operation(read);
  const moves = KINDS[WRITES[operation].kind].moves.map((name) => contract.field(name));
  const steady = (json: unknown): unknown =>
    withoutMoving(withoutIds(described(recordIn(json), "schema" in result ? [result.schema] : [])));
  const [one, other] = [fieldsOf(steady(before)), fieldsOf(steady(now))];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names]
    .filter((name) => !moves.includes(name) && !isDeepStrictEqual(one[name], other[name]))
    .map((name) => `${name} was ${shown(one, name)} and is ${shown(other, name)}`);
}

const shown = (record: object, name: string): string => {
  const value = member(record, name);
  return value === undefined ? "absent" : quoted(value, 80);
};
