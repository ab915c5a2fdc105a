import type { Exchange } from "@plumbline/client";
import {
  type Ask,
  broken,
  type Judgement,
  jsonOf,
  listIn,
  member,
  quoted,
  upheld,
  wasAccepted,
} from "@plumbline/conformance";
import type { Contract } from "@plumbline/schemas";
import type { FuzzedSubject } from "../cases/subjects.ts";
import { type Comparison, found, plainCallOf, type Related, refused } from "./related.ts";

/**
 * Relations that hold for a history that grows while it is read. A filter by a member shows only entries with that
 * value, and at least one, because there was one. A page has as many entries as requested, because there were as many.
 */
export const attempts =
  (subject: FuzzedSubject): Comparison =>
  async (ask, contract) => {
    const plain = await ask(plainCallOf(subject));
    const entries = entriesIn(plain, contract);
    if (entries.length < 2) return [];
    const read = { ask, contract, subject, plain, entries };
    const all = [await asMany(read, Math.floor(entries.length / 2)), await asMany(read, 0)];
    for (const name of FILTERS) all.push(...(await filtered(read, name)));
    all.push(...(await inWindow(read)), ...(await together(read)), ...(await someOf(read)));
    if (subject.operation.pathParameters.some(({ name }) => name === HOST)) {
      const name = contract.field(HOST);
      all.push(found("host", allAre(entries, name, member(entries[0], name)), [plain]));
    }
    return all;
  };

const FILTERS = ["authResult", "ipAddress"] as const;
const HOST = "hostname";

interface Read {
  readonly ask: Ask;
  readonly contract: Contract;
  readonly subject: FuzzedSubject;
  readonly plain: Exchange;
  readonly entries: readonly unknown[];
}

async function asMany({ ask, contract, subject, plain, entries }: Read, count: number): Promise<Related> {
  const few = await ask({ ...plainCallOf(subject), query: { nLogs: String(count) } });
  const got = entriesIn(few, contract).length;
  const judgement = got === count ? upheld : broken(`${count} of ${entries.length} entries`, `${got} entries`);
  return found("form nLogs", wasAccepted(few) ? judgement : refused(few), [plain, few]);
}

async function filtered(
  { ask, contract, subject, plain, entries }: Read,
  name: (typeof FILTERS)[number],
): Promise<readonly Related[]> {
  const field = contract.field(name);
  const value = entries.map((entry) => member(entry, field)).find(isSelected);
  if (value === undefined) return [];
  const some = await ask({ ...plainCallOf(subject), query: { [name]: String(value) } });
  const judgement = wasAccepted(some) ? allAre(entriesIn(some, contract), field, value) : refused(some);
  return [found(`form ${name}`, judgement, [plain, some])];
}

/** Both filters together, each of which excludes entries that the other one would show. */
async function together({ ask, contract, subject, plain, entries }: Read): Promise<readonly Related[]> {
  const [result, address] = FILTERS.map((name) => contract.field(name));
  if (result === undefined || address === undefined) return [];
  const one = entries.find(
    (entry) =>
      FILTERS.every((name) => isSelected(member(entry, contract.field(name)))) &&
      entries.some((other) => member(other, address) === member(entry, address) && member(other, result) === false),
  );
  if (one === undefined) return [];
  const values = FILTERS.map((name) => [name, String(member(one, contract.field(name)))] as const);
  const some = await ask({ ...plainCallOf(subject), query: Object.fromEntries(values) });
  const judgements = [result, address].map((name) =>
    wasAccepted(some) ? allAre(entriesIn(some, contract), name, member(one, name)) : refused(some),
  );
  const judgement = judgements.find(({ kind }) => kind !== "holds") ?? upheld;
  return [found("together", judgement, [plain, some], "SHOULD")];
}

/** One entry of a filtered list, where the filter excludes the first and the last of all entries. */
async function someOf({ ask, contract, subject, plain, entries }: Read): Promise<readonly Related[]> {
  const field = contract.field("ipAddress");
  const [first, last] = [entries[0], entries.at(-1)].map((entry) => member(entry, field));
  const value = entries.map((entry) => member(entry, field)).find((one) => one !== first && one !== last);
  if (!isSelected(value)) return [];
  const one = await ask({ ...plainCallOf(subject), query: { ipAddress: String(value), nLogs: "1" } });
  const shown = entriesIn(one, contract);
  const judgement = shown.length === 1 ? allAre(shown, field, value) : broken("one entry", `${shown.length} entries`);
  return [found("together nLogs", wasAccepted(one) ? judgement : refused(one), [plain, one], "SHOULD")];
}

/**
 * From the moment of an entry in the middle, only later entries. The description does not say how timestamps are
 * written.
 */
async function inWindow({ ask, contract, subject, plain, entries }: Read): Promise<readonly Related[]> {
  const field = contract.field("timestamp");
  const momentOf = (entry: unknown): number => Date.parse(String(member(entry, field)));
  const moments = entries.map(momentOf).toSorted((one, other) => one - other);
  const [start, end] = [moments[Math.floor(moments.length / 2)], moments.at(-1)];
  if (start === undefined || end === undefined || !moments.every(Number.isFinite)) return [];
  const query = { start: String(start), end: String(end + MARGIN) };
  const some = await ask({ ...plainCallOf(subject), query });
  if (!wasAccepted(some)) return [found("form window", refused(some), [plain, some])];
  const since = entriesIn(some, contract);
  const early = since.find((entry) => momentOf(entry) < start - MARGIN);
  const expected = `entries since ${new Date(start).toISOString()}, as there are some`;
  if (since.length === 0) return [found("form window", broken(expected, "none"), [plain, some])];
  const judgement = early === undefined ? upheld : broken(expected, `one of ${quoted(member(early, field))}`);
  return [found("form window", judgement, [plain, some])];
}
/** Tolerance in milliseconds for the notation of a moment. */
const MARGIN = 1_000;

/** The description does not say what false selects; of addresses, only single IPv4 addresses are used. */
const isSelected = (value: unknown): boolean => value === true || /^\d+(\.\d+){3}$/.test(String(value));

const entriesIn = (exchange: Exchange, contract: Contract): readonly unknown[] =>
  wasAccepted(exchange) ? (listIn(member(jsonOf(exchange), contract.field("accessLogs"))) ?? []) : [];

function allAre(entries: readonly unknown[], name: string, value: unknown): Judgement {
  if (entries.length === 0) return broken(`entries whose ${name} is ${quoted(value)}, as there are some`, "none");
  const other = entries.find((entry) => member(entry, name) !== value);
  return other === undefined
    ? upheld
    : broken(`entries whose ${name} is ${quoted(value)}`, `one of ${quoted(member(other, name))}`);
}
