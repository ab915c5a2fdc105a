import { answered, type Exchange } from "@plumbline/client";
import {
  broken,
  expects,
  holds,
  insidesOf,
  type Judgement,
  jsonOf,
  listIn,
  member,
  sameValue,
} from "@plumbline/conformance";
import { preview } from "@plumbline/schemas/validate";
import type { Variation } from "./variation.ts";

const INDENTED = /\n[ \t]+\S/;
/** Without members there is nothing to lay out. */
const EMPTY = /^(\{\s*\}|\[\s*\])?$/;

/** What an answer says in plain: what stands in its envelope where it has one, undefined where nothing like it does. */
export function insideOf(varied: Exchange, plain: Exchange, { envelope }: Variation): readonly unknown[] {
  const json = jsonOf(varied);
  return envelope === true ? insidesOf(json, jsonOf(plain)) : [json];
}

/** A read that was asked for in another form says the same, laid out as it was wished. */
export function sameIn(varied: Exchange, plain: Exchange, variation: Variation): Judgement {
  const layout = laidOut(varied, variation);
  if (layout.kind !== "holds") return layout;
  const insides = insideOf(varied, plain, variation);
  const judgements = insides.map((inside) => sameValue(jsonOf(plain), inside, "what the plain answer says"));
  return (
    judgements.find(({ kind }) => kind === "holds") ??
    judgements[0] ??
    broken("an object around the plain answer", preview(jsonOf(varied), 200))
  );
}

/** With pretty=true line breaks and indentation, wherever there is something to lay out. */
export function laidOut(exchange: Exchange, { pretty }: Variation): Judgement {
  const text = answered(exchange) ? exchange.response.body.trim() : "";
  if (pretty !== true || EMPTY.test(text)) return holds;
  return expects(INDENTED.test(text), "line breaks followed by indentation", () => preview(text.slice(0, 80), 100));
}

/** What a page of a list was asked for, beside its variation. */
export interface Page {
  readonly size: number;
  readonly variation: Variation;
}

/** One page beside the whole list: no longer than asked for, counted as asked for, records as in the list. */
export function pageOf(varied: Exchange, whole: Exchange, { size, variation }: Page): Judgement {
  const layout = laidOut(varied, variation);
  if (layout.kind !== "holds") return layout;
  const json = jsonOf(varied);
  const records = listIn(json);
  if (records === undefined) return broken("a list of records", preview(json, 200));
  if (records.length > size) return broken(`at most ${size} records`, `${records.length} records`);
  const counted = countOf(json);
  const total = countOf(jsonOf(whole));
  if (variation.includeCount === false && (counted ?? null) !== null)
    return broken("no totalCount", `totalCount ${preview(counted)}`);
  if (variation.includeCount !== false && variation.envelope !== true && !Number.isInteger(counted))
    return broken("an integer totalCount", `totalCount ${preview(counted)}`);
  if (variation.filter === undefined && counted !== undefined && total !== undefined && counted !== total)
    return broken(`totalCount ${preview(total)} as in the whole list`, `totalCount ${preview(counted)}`);
  return expectsEach(records, listIn(jsonOf(whole)) ?? [], variation);
}

function expectsEach(records: readonly unknown[], all: readonly unknown[], { filter }: Variation): Judgement {
  for (const record of records) {
    const shown = filter && member(record, filter.name);
    if (filter && shown !== filter.value)
      return broken(`records whose ${filter.name} is ${filter.value}`, `one of ${preview(shown)}`);
    const namesake = all.find((other) => nameOf(other) !== undefined && nameOf(other) === nameOf(record));
    if (namesake === undefined) continue;
    const same = sameValue(namesake, record, "the record as it stands in the whole list");
    if (same.kind !== "holds") return same;
  }
  return holds;
}

/** The pages of a list beside the whole: each record once, none left out. */
export function pagesOf(pages: readonly Exchange[], whole: readonly unknown[]): Judgement {
  const wanted = whole.map(nameOf).filter((name) => name !== undefined);
  const got = pages.flatMap((page) => listIn(jsonOf(page)) ?? []).map(nameOf);
  const twice = got.find((name, index) => name !== undefined && got.indexOf(name) !== index);
  if (twice !== undefined) return broken("each record on one page", `${twice} on two`);
  const missed = wanted.find((name) => !got.includes(name));
  if (missed !== undefined) return broken(`all ${wanted.length} records of the list`, `all but ${missed}`);
  const added = got.find((name) => name !== undefined && !wanted.includes(name));
  return added === undefined ? holds : broken("no record but those of the list", added);
}

/** A record of a list and the same by its id: what both show is the same. */
export function recordOf(listed: unknown, single: Exchange): Judgement {
  const shown = jsonOf(single);
  const [one, other] = [shared(listed, shown), shared(shown, listed)];
  return sameValue(one, other, "the record as it stands in its list");
}

const shared = (record: unknown, other: unknown): unknown =>
  Object.fromEntries(Object.entries(Object(record)).filter(([name]) => Object.hasOwn(Object(other), name)));

/** What names a record among those of its list. */
export function nameOf(record: unknown): string | undefined {
  const name = ["id", "_id", "roleId", "projectId", "groupId", "name"]
    .map((one) => member(record, one))
    .find((one) => typeof one === "string");
  return typeof name === "string" ? name : undefined;
}

export const countOf = (json: unknown): unknown =>
  member(json, "totalCount") ?? member(member(json, "content"), "totalCount");
