import { isDeepStrictEqual } from "node:util";
import { isContainer, member } from "../ground/json.ts";
import { quoted } from "../ground/quoted.ts";
import { difference } from "./difference.ts";

/** Members that identify a record in its list, the most specific first. */
const NAMES = ["id", "_id", "indexID", "roleId", "projectId", "groupId", "name"] as const;

/**
 * Describes the first difference between two lists of the same records. The description states no order for lists, nor
 * for lists in their records. So a member that identifies records pairs them, and without one each record needs an
 * equal one. If a list is longer than its page (not `whole`), two pages may have different records, and only records
 * that both have are compared.
 */
export function listDifference(
  left: readonly unknown[],
  right: readonly unknown[],
  whole: boolean,
): string | undefined {
  if (left.length !== right.length) return `${left.length} records in one and ${right.length} in the other`;
  if (isDeepStrictEqual(left, right)) return undefined;
  const [ones, others] = [inOwnOrder(left), inOwnOrder(right)];
  if (isDeepStrictEqual(ones, others)) return undefined;
  const name = NAMES.find((one) => names(one, ones) && names(one, others));
  if (name === undefined) return whole ? difference(ones, others) : undefined;
  const namesakes = new Map(others.map((record) => [member(record, name), record]));
  for (const record of ones) {
    const namesake = namesakes.get(member(record, name));
    if (namesake !== undefined && !isDeepStrictEqual(record, namesake)) return difference(record, namesake);
    if (namesake === undefined && whole) return `${name} ${quoted(member(record, name), 40)} in one of them only`;
  }
  return undefined;
}

/** Whether every record has the member, each with another value. */
function names(name: string, records: readonly unknown[]): boolean {
  const borne = records.map((record) => member(record, name)).filter((one) => typeof one === "string");
  return borne.length === records.length && new Set(borne).size === records.length;
}

/** Sorts a list, and all lists in it, by their contents alone. */
const inOwnOrder = (list: readonly unknown[]): readonly unknown[] =>
  list
    .map(ordered)
    .map((value) => [JSON.stringify(value), value] as const)
    .sort(byText)
    .map(([, value]) => value);

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return inOwnOrder(value);
  if (!isContainer(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(byText)
      .map(([name, inner]) => [name, ordered(inner)] as const),
  );
}

const byText = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : Number(one > other);
