import type { Exchange } from "@plumbline/client";
import {
  type Ask,
  broken,
  holds,
  type Judgement,
  jsonOf,
  listIn,
  member,
  wasAccepted,
  wasRefused,
} from "@plumbline/conformance";
import type { BoundOperation, Contract, OperationId } from "@plumbline/schemas";
import { judge, ruling } from "../campaigns/judge.ts";
import type { FuzzedSubject } from "../campaigns/subjects.ts";
import { countOf, nameOf, pageOf, pagesOf, recordOf, sameIn } from "./relate.ts";
import { queryOf, type Variation } from "./variation.ts";

/** What two or more reads of the same showed, and which exchanges they were. */
export interface Related {
  /** What was compared. */
  readonly name: string;
  readonly level: "MUST" | "SHOULD";
  readonly judgement: Judgement;
  readonly evidence: readonly string[];
}

/** As many records as one page may hold. */
const WHOLE = { itemsPerPage: "500" } as const;

/** Reads the same in two forms, and says how they agree; nothing where the plain read is not answered. */
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
  // Access history grows by being read.
  if (operation.area === "access-history" || !("schema" in result)) return [];
  const plain = await ask(call);
  if (!wasAccepted(plain)) return [];
  const query = queryOf(variation);
  if (Object.keys(query).length === 0) return [];
  const varied = await ask({ ...call, query });
  const name = `${new URLSearchParams(query)}`;
  const judgement = wasAccepted(varied) ? sameIn(varied, plain, { variation, schema: result.schema }) : refused(varied);
  return [{ name: `form ${name}`, level: "MUST", judgement, evidence: [plain.id, varied.id] }];
}

const plainCallOf = ({ operation, version }: FuzzedSubject) =>
  ({ operation: operation.id, version, again: true }) as const;

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
  const found: Related[] = [
    {
      name: `page ${form}`,
      level: "MUST",
      judgement: judgements.find(({ kind }) => kind === "broken") ?? holds,
      evidence,
    },
  ];
  if (judgements.every(({ kind }) => kind === "holds"))
    found.push({ name: `pages ${form}`, level: "SHOULD", judgement: pagesOf(pages, wanted), evidence });
  const single = singleOf(contract, operation);
  const record = wanted[Math.floor(wanted.length * part) - 1] ?? wanted[0];
  const id = single && nameOf(record);
  if (single === undefined || id === undefined) return found;
  return [...found, ...(await byId(ask, subject, { ...single, id, record, list: whole.id }))];
}

/** The plain read was carried out, so another form of it is as well, unless something in between spoke. */
const refused = (exchange: Exchange): Judgement => {
  const said = ruling({ aim: "accepted", call: {} }, exchange);
  return judge({ expected: "2xx: the plain request was carried out" }, said, exchange);
};

interface Single {
  readonly operation: OperationId;
  readonly parameter: string;
}

async function byId(
  ask: Ask,
  { version }: FuzzedSubject,
  { operation, parameter, id, record, list }: Single & { id: string; record: unknown; list: string },
): Promise<readonly Related[]> {
  const shown = await ask({ operation, version, path: { [parameter]: id }, again: true });
  const nobodys = nextTo(id);
  const found: Related[] = [
    {
      name: "by id",
      level: "MUST",
      judgement: wasAccepted(shown) ? recordOf(record, shown) : refused(shown),
      evidence: [list, shown.id],
    },
  ];
  if (nobodys === undefined) return found;
  const none = await ask({ operation, version, path: { [parameter]: nobodys }, again: true });
  const judgement = wasRefused(none) ? holds : broken("4xx: nobody has that id", "an answer like that of a record");
  return [...found, { name: "by an id that nobody has", level: "SHOULD", judgement, evidence: [none.id] }];
}

/** An id that differs in its first four digits; whoever counts up gives out others. */
function nextTo(id: string): string | undefined {
  if (!/^[a-f0-9]{24}$/.test(id)) return undefined;
  const turned = [...id.slice(0, 4)].map((digit) => (15 - Number.parseInt(digit, 16)).toString(16)).join("");
  return `${turned}${id.slice(4)}`;
}

/** The read of one record of a list, where its path is that of the list and an id. */
function singleOf(contract: Contract, { id, routes }: BoundOperation): Single | undefined {
  const [own] = routes;
  if (own === undefined) return undefined;
  for (const operation of contract.operations) {
    if (operation.risk !== "read" || operation.id === id) continue;
    const route = operation.routes.find(({ version }) => version === own.version);
    const parameter = route && /^\/\{(\w+Id)\}$/.exec(route.path.slice(own.path.length))?.[1];
    if (route?.path.startsWith(own.path) && parameter) return { operation: operation.id, parameter };
  }
  return undefined;
}
