import { answered, type Exchange, headerValue } from "@plumbline/client";
import { accepted, jsonOf, received, refused, wasAccepted } from "../ground/answers.ts";
import type { Ask } from "../ground/ask.ts";
import type { Call } from "../ground/call.ts";
import { member } from "../ground/json.ts";
import { inconclusive, type Judgement, observed, upheld } from "../ground/judgement.ts";
import type { Subject } from "../ground/subject.ts";
import { listIn, recordIn } from "../oracles/envelope.ts";
import { sameRead } from "../oracles/same.ts";
import type { Case, Context } from "../rule/requirement.ts";
import { greeting } from "../target/greeting.ts";

type Change = Omit<Partial<Call>, "operation" | "version">;
type More = Pick<Case, "level" | "mock" | "needs">;

/** The subject's own operation, with what a case changes. */
export const callOf = ({ operation, version }: Subject, change: Change = {}): Call => ({
  operation: operation.id,
  version,
  ...change,
});

/**
 * The plain request of the operation, asked before anything else is asked of it: when that is not accepted, the rule that
 * says so is broken, and every other rule has nothing to say. One exchange serves all checks of the operation.
 */
async function plainly(ask: Ask, subject: Subject, twin: Change): Promise<Judgement | undefined> {
  const plain = await ask(callOf(subject, twin));
  if (wasAccepted(plain)) return undefined;
  return inconclusive(
    `the target refused the valid request too (${received(plain)}), so a refusal would prove nothing`,
  );
}

/** The request is valid and must be carried out, given that the plain one is. */
export const accepts = (
  subject: Subject,
  name: string,
  change: Change,
  more: More & { readonly twin?: Change } = {},
): Case => shows(subject, name, change, () => upheld, more);

/**
 * The plain request itself must be carried out: for the few rules that say so. A refused key, and a version that is not
 * served at all, have rules of their own.
 */
export const acceptsPlainly = (context: Context, name: string, change: Change = {}): Case => ({
  name,
  requests: 2,
  ask: async (ask) => {
    const exchange = await ask(callOf(context, change));
    if (wasAccepted(exchange)) return upheld;
    return (await elsewhere(ask, context, exchange)) ?? accepted(exchange, name);
  },
});

/** Why a plain request that is refused is no fault of its operation; `undefined` when it is. */
async function elsewhere(
  ask: Ask,
  { contract, operation, version, world }: Context,
  exchange: Exchange,
): Promise<Judgement | undefined> {
  const status = answered(exchange) ? exchange.response.status : 0;
  if (status === 401) return inconclusive("the target refuses the credentials");
  if (status === 403)
    return inconclusive(
      `a request with the main key returned ${received(exchange)}: give the key the role that the operation needs`,
    );
  if (version === "standalone" || ![404, 405, 406].includes(status)) return undefined;
  const other = greeting(contract, world, version, operation.id);
  // The only read there is: nothing else says whether the version is there.
  if (other === undefined) return undefined;
  return wasAccepted(await ask(other)) ? undefined : inconclusive("the target does not have this interface version");
}

/** A key was to be refused or taken, and the target let the request in before it was shown one. */
export const unasked = (exchange: Exchange): boolean =>
  answered(exchange) && headerValue(exchange.request.headers, "authorization") === undefined && wasAccepted(exchange);

/**
 * The request is invalid and must be refused with 4xx, given that the plain one is accepted: a server that refuses
 * everything does not pass.
 */
export const refuses = (
  subject: Subject,
  name: string,
  change: Change,
  more: More & { readonly twin?: Change } = {},
): Case => {
  const { twin = {}, ...rest } = more;
  return {
    name,
    requests: 2,
    ...rest,
    ask: async (ask) => {
      const obstacle = await plainly(ask, subject, twin);
      if (obstacle !== undefined) return obstacle;
      // A limit of the query is broken; a malformed path may be no route at all, and a wrong key breaks no limit.
      const exchange = await ask(callOf(subject, change.query === undefined ? change : { due: "refusal", ...change }));
      if (change.who !== undefined && change.who !== "none" && unasked(exchange))
        return inconclusive("the target does not ask for credentials here");
      return refused(exchange, name);
    },
  };
};

/** A valid request, then whatever its accepted answer must show. */
export const shows = (
  subject: Subject,
  name: string,
  change: Change,
  judge: (exchange: Exchange) => Judgement,
  more: More & { readonly twin?: Change } = {},
): Case => compares(subject, name, [change], judge, more);

/** Several valid requests whose accepted answers are judged together, in the order of `changes`. */
export const compares = (
  subject: Subject,
  name: string,
  changes: readonly Change[],
  judge: (...exchanges: Exchange[]) => Judgement,
  more: More & { readonly twin?: Change } = {},
): Case => {
  const { twin = {}, ...rest } = more;
  return {
    name,
    requests: changes.length + 1,
    ...rest,
    ask: async (ask) => {
      const obstacle = await plainly(ask, subject, twin);
      if (obstacle !== undefined) return obstacle;
      const reading = await readAll(ask, subject, changes);
      if (reading.refused !== undefined) {
        // Whoever else works there may have deleted the record since.
        const gone = await plainly(ask, subject, { ...twin, send: "again" });
        return gone ?? accepted(reading.refused, name);
      }
      const judgement = judge(...reading.exchanges);
      if (judgement.kind !== "broken" || changes.length < 2) return judgement;
      return inAStillWorld(ask, subject, changes, judge);
    },
  };
};

interface Reading {
  readonly exchanges: readonly Exchange[];
  /** The first that was not accepted; the reading ends with it. */
  readonly refused?: Exchange;
}

async function readAll(ask: Ask, subject: Subject, changes: readonly Change[]): Promise<Reading> {
  const exchanges: Exchange[] = [];
  for (const change of changes) {
    const exchange = await ask(callOf(subject, change));
    if (!wasAccepted(exchange)) return { exchanges, refused: exchange };
    exchanges.push(exchange);
  }
  return { exchanges };
}

/** Someone who writes at the wrong moments this many times in a row, unseen each time, is not to be expected. */
const CONVICTED = 3;
/** Where somebody writes on a busy machine, most readings have a write in their middle. */
const READINGS = 16;

/**
 * Reads once more what did not agree, each time twice: a difference counts only where both readings are the same each
 * time, because others may write between two requests. Where they do, nothing but agreement can be seen.
 */
async function inAStillWorld(
  ask: Ask,
  subject: Subject,
  changes: readonly Change[],
  judge: (...exchanges: Exchange[]) => Judgement,
): Promise<Judgement> {
  const afresh = changes.map((change) => ({ ...change, send: "again" as const }));
  let still = true;
  for (let time = 1; time <= READINGS; time += 1) {
    const [one, other] = [await readAll(ask, subject, afresh), await readAll(ask, subject, afresh)];
    if (one.refused !== undefined || other.refused !== undefined)
      return inconclusive("the record has disappeared since the first read");
    const judgement = judge(...one.exchanges);
    if (judgement.kind !== "broken") return judgement;
    still &&= one.exchanges.every((exchange, index) => agrees(exchange, other.exchanges[index]));
    if (still && time >= CONVICTED) return judgement;
  }
  return inconclusive("the record keeps changing, so the check cannot compare two reads");
}

/** Nobody wrote between two equal reads: they show the same, or at least that nothing was updated. */
const agrees = (one: Exchange, other: Exchange | undefined): boolean =>
  other !== undefined && (sameRead(one, other, "the same").kind === "holds" || stampsOf(one) === stampsOf(other));

/** When the records of an answer were updated last, and how many there are; unlike any other where that is not shown. */
function stampsOf(exchange: Exchange): unknown {
  const json = jsonOf(exchange);
  const records = listIn(json) ?? [recordIn(json)];
  const stamps = records.map((record) => [member(record, "id"), member(record, "updated")]);
  if (stamps.some(([, updated]) => typeof updated !== "string")) return Symbol();
  return JSON.stringify([stamps.map(String).sort(), member(json, "totalCount")]);
}

/** What the target does where the description says nothing; the answer is judged by no rule. */
export const notes = (subject: Subject, name: string, change: Change, more: More = {}): Case => ({
  name,
  requests: 1,
  ...more,
  ask: async (ask) => observed(`${name}: ${brief(await ask(callOf(subject, { ...change, due: "any" })))}`),
});

/** A note made from several requests. */
export const notesOf = (
  name: string,
  requests: number,
  note: (ask: Ask) => Promise<string>,
  more: More = {},
): Case => ({
  name,
  requests,
  ...more,
  ask: async (ask) => observed(`${name}: ${await note(ask)}`),
});

/** Status and error code only: stable between runs, so that two runs can be compared. */
export function brief(exchange: Exchange): string {
  if ("fault" in exchange.response) return `no answer (${exchange.response.fault})`;
  const text = received(exchange);
  return /^\d{3} [A-Za-z_]+$/.test(text) ? text : String(exchange.response.status);
}
