import { isDeepStrictEqual } from "node:util";
import { isContainer, member } from "../ground/json.ts";
import { quoted } from "../ground/quoted.ts";
import { difference } from "./difference.ts";

/** Members that name a record among those of its list, the most telling first. */
const NAMES = ["id", "_id", "indexID", "roleId", "projectId", "groupId", "name"] as const;

/**
 * The first difference between two lists of the same records, in words. The order of a list is not given, nor that of a
 * list within its records: records are paired by what names them, and where nothing does, each has to have its equal.
 * Of a list that is longer than its page (not `whole`) two pages may hold other records, so namesakes alone are compared.
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

/** Every record bears the name, and no two the same. */
function names(name: string, records: readonly unknown[]): boolean {
  const borne = records.map((record) => member(record, name)).filter((one) => typeof one === "string");
  return borne.length === records.length && new Set(borne).size === records.length;
}

/** The same list, and all lists in it, in an order that depends on what they hold alone. */
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
