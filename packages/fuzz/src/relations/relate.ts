import { answered, type Exchange } from "@plumbline/client";
import {
  broken,
  described,
  expects,
  insidesOf,
  type Judgement,
  jsonOf,
  listIn,
  member,
  quoted,
  repeated,
  sameValue,
  upheld,
} from "@plumbline/conformance";
import type { JsonSchema } from "@plumbline/schemas";
import type { Variation } from "./variation.ts";

const INDENTED = /\n[ \t]+\S/;
/** An answer without members has no layout. */
const EMPTY = /^(\{\s*\}|\[\s*\])?$/;

/** The content of an answer: with an envelope, each possible content in it, as far as the contract describes it. */
function insideOf(varied: Exchange, plain: Exchange, { variation: { envelope }, schema }: Read): readonly unknown[] {
  const json = jsonOf(varied);
  return envelope === true ? insidesOf(json, jsonOf(plain)).map((inside) => described(inside, [schema])) : [json];
}

/** The form of a read, and the schema of its plain answer. */
export interface Read {
  readonly variation: Variation;
  readonly schema: JsonSchema;
}

/** A read in another form must return the same data, in the requested layout. */
export function sameIn(varied: Exchange, plain: Exchange, read: Read): Judgement {
  const layout = laidOut(varied, read.variation);
  if (layout.kind !== "holds") return layout;
  const insides = insideOf(varied, plain, read);
  const judgements = insides.map((inside) => sameValue(jsonOf(plain), inside, "what the plain answer says"));
  return (
    judgements.find(({ kind }) => kind === "holds") ??
    judgements[0] ??
    broken("an object around the plain answer", quoted(jsonOf(varied), 200))
  );
}

/** With pretty=true, the answer must have line breaks and indentation, unless it is empty. */
function laidOut(exchange: Exchange, { pretty }: Variation): Judgement {
  const text = answered(exchange) ? exchange.response.body.trim() : "";
  if (pretty !== true || EMPTY.test(text)) return upheld;
  return expects(INDENTED.test(text), "line breaks followed by indentation", () => quoted(text, 80));
}

/** The form of a page of a list; the schema is that of a record. */
export interface Page extends Read {
  readonly size: number;
}

/** Compares one page with the whole list: no longer than requested, the right count, and the same records. */
export function pageOf(varied: Exchange, whole: Exchange, { size, variation, schema }: Page): Judgement {
  const layout = laidOut(varied, variation);
  if (layout.kind !== "holds") return layout;
  const json = jsonOf(varied);
  const records = listIn(json);
  if (records === undefined) return broken("a list of records", quoted(json, 200));
  if (records.length > size) return broken(`at most ${size} records`, `${records.length} records`);
  const counted = countOf(json) ?? undefined;
  const total = countOf(jsonOf(whole));
  if (variation.includeCount === false && (counted ?? null) !== null)
    return broken("no totalCount", `totalCount ${quoted(counted)}`);
  if (variation.includeCount !== false && variation.envelope !== true && !Number.isInteger(counted))
    return broken("an integer totalCount", `totalCount ${quoted(counted)}`);
  if (variation.filter === undefined && counted !== undefined && total !== undefined && counted !== total)
    return broken(`totalCount ${quoted(total)} as in the whole list`, `totalCount ${quoted(counted)}`);
  const twice = repeated(records.map(nameOf));
  // A name that occurs several times in the whole list does not identify a record.
  if (twice !== undefined && repeated((listIn(jsonOf(whole)) ?? []).map(nameOf)) === undefined)
    return broken("each record once on a page", `${twice} twice`);
  const shown = variation.envelope === true ? records.map((record) => described(record, [schema])) : records;
  return expectsEach(shown, listIn(jsonOf(whole)) ?? [], variation);
}

function expectsEach(records: readonly unknown[], all: readonly unknown[], { filter }: Variation): Judgement {
  for (const record of records) {
    const shown = filter && member(record, filter.name);
    if (filter && shown !== filter.value)
      return broken(`records whose ${filter.name} is ${filter.value}`, `one of ${quoted(shown)}`);
    const namesake = all.find((other) => nameOf(other) !== undefined && nameOf(other) === nameOf(record));
    if (namesake === undefined) continue;
    const same = sameValue(namesake, record, "the record as it stands in the whole list");
    if (same.kind !== "holds") return same;
  }
  return upheld;
}

/** Compares the pages of a list with the whole: every record once, none missing. */
export function pagesOf(pages: readonly Exchange[], whole: readonly unknown[]): Judgement {
  const wanted = whole.map(nameOf).filter((name) => name !== undefined);
  const got = pages.flatMap((page) => listIn(jsonOf(page)) ?? []).map(nameOf);
  const twice = repeated(got);
  if (twice !== undefined) return broken("each record on one page", `${twice} on two`);
  const missed = wanted.find((name) => !got.includes(name));
  if (missed !== undefined) return broken(`all ${wanted.length} records of the list`, `all but ${missed}`);
  const added = got.find((name) => name !== undefined && !wanted.includes(name));
  return added === undefined ? upheld : broken("no record but those of the list", added);
}

/** Compares a record of a list with the same record by its id: members in both must be equal. */
export function recordOf(listed: unknown, single: Exchange): Judgement {
  const shown = jsonOf(single);
  const [one, other] = [shared(listed, shown), shared(shown, listed)];
  return sameValue(one, other, "the record as it stands in its list");
}

const shared = (record: unknown, other: unknown): unknown =>
  Object.fromEntries(Object.entries(Object(record)).filter(([name]) => Object.hasOwn(Object(other), name)));

/** The name that identifies a record in its list. */
export function nameOf(record: unknown): string | undefined {
  const name = ["id", "_id", "roleId", "projectId", "groupId", "name"]
    .map((one) => member(record, one))
    .find((one) => typeof one === "string");
  return typeof name === "string" ? name : undefined;
}

/** The total of a list, with or without an envelope. */
export const countOf = (json: unknown): unknown =>
  member(json, "totalCount") ?? member(member(json, "content"), "totalCount");
