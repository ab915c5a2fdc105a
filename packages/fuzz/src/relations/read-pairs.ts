import type { Exchange } from "@plumbline/client";
import { type Ask, broken, fieldsOf, jsonOf, listIn, member, upheld, wasAccepted } from "@plumbline/conformance";
import type { Contract } from "@plumbline/schemas";
import type { FuzzedSubject } from "../cases/subjects.ts";
import { byId, singleOf } from "./by-id.ts";
import { envelopeStatus } from "./envelope-status.ts";
import { countOf, nameOf, pageOf, pagesOf, sameIn } from "./relate.ts";
import { found, plainCallOf, type Related, refused } from "./related.ts";
import { queryOf, type Variation } from "./variation.ts";

/** The maximum number of records on a page. */
const WHOLE = { itemsPerPage: "500" } as const;

/** Reads the same data in two forms and compares the answers. Empty if the plain read is not answered. */
export async function related(
  ask: Ask,
  contract: Contract,
  subject: FuzzedSubject,
  variation: Variation,
): Promise<readonly Related[]> {
  const { operation } = subject;
  const { result } = operation;
  const call = plainCallOf(subject);
  if (variation.part !== undefined) return paged(ask, contract, subject, variation);
  if (!("schema" in result)) return [];
  const plain = await ask(call);
  if (!wasAccepted(plain)) return [];
  const query = queryOf(variation);
  if (Object.keys(query).length === 0) return [];
  const varied = await ask({ ...call, query });
  const name = `${new URLSearchParams(query)}`;
  const judgement = wasAccepted(varied) ? sameIn(varied, plain, { variation, schema: result.schema }) : refused(varied);
  const own = found(`form ${name}`, judgement, [plain, varied]);
  if (result.kind === "array") return [own, ...envelopeStatus(varied, variation)];
  return [own, ...(await oneInside(ask, contract, subject, plain))];
}

/** The last record of each list inside one document, where it can be read by its id. */
async function oneInside(
  ask: Ask,
  contract: Contract,
  subject: FuzzedSubject,
  plain: Exchange,
): Promise<readonly Related[]> {
  const single = singleOf(contract, subject.operation);
  if (single === undefined) return [];
  const records = Object.values(fieldsOf(jsonOf(plain))).flatMap((list) => listIn(list) ?? []);
  const name = contract.field(single.parameter);
  const record: unknown = records.findLast((one) => typeof member(one, name) === "string");
  const id = member(record, name);
  return typeof id === "string" ? byId(ask, contract, subject, { ...single, id, record, list: plain.id }) : [];
}

async function paged(
  ask: Ask,
  contract: Contract,
  subject: FuzzedSubject,
  variation: Variation,
): Promise<readonly Related[]> {
  const { operation } = subject;
  const call = plainCallOf(subject);
  const schema = operation.result.kind === "paged" ? operation.result.items : {};
  const whole = await ask({ ...call, query: WHOLE });
  const records = wasAccepted(whole) ? listIn(jsonOf(whole)) : undefined;
  const total = countOf(jsonOf(whole));
  if (records !== undefined && total === undefined && operation.query.some(({ name }) => name === "includeCount"))
    return [found("count", broken("a totalCount, which includeCount has by default", "none"), [whole])];
  if (records === undefined || records.length === 0 || total !== records.length) return [];
  const { filter, part = 1 } = variation;
  const wanted = filter === undefined ? records : records.filter((one) => member(one, filter.name) === filter.value);
  const size = Math.max(1, Math.ceil(wanted.length * part));
  const pages: Exchange[] = [];
  const query = queryOf(variation);
  for (let pageNum = 1; pageNum <= Math.max(1, Math.ceil(wanted.length / size)); pageNum += 1)
    pages.push(await ask({ ...call, query: { ...query, itemsPerPage: String(size), pageNum: String(pageNum) } }));
  const evidence = [whole, ...pages].map(({ id }) => id);
  const judgements = pages.map((page) =>
    wasAccepted(page) ? pageOf(page, whole, { size, variation, schema }) : refused(page),
  );
  const form = `${new URLSearchParams(query)}`;
  const all: Related[] = [
    {
      name: `page ${form}`,
      level: "MUST",
      judgement: judgements.find(({ kind }) => kind === "broken") ?? upheld,
      evidence,
    },
  ];
  all.push(...pages.slice(0, 1).flatMap((page) => envelopeStatus(page, variation)));
  if (judgements.every(({ kind }) => kind === "holds"))
    all.push({ name: `pages ${form}`, level: "SHOULD", judgement: pagesOf(pages, wanted), evidence });
  const single = singleOf(contract, operation);
  const record = wanted[Math.floor(wanted.length * part) - 1] ?? wanted[0];
  const id = single && nameOf(record);
  if (single === undefined || id === undefined) return all;
  return [...all, ...(await byId(ask, contract, subject, { ...single, id, record, list: whole.id }))];
}
