import { answered, type Exchange, headerValue } from "@plumbline/client";
import { accepted, jsonOf, received, refused, wasAccepted } from "../ground/answers.ts";
import type { Ask } from "../ground/ask.ts";
import type { Call } from "../ground/call.ts";
import { member } from "../ground/json.ts";
import { broken, inconclusive, type Judgement, mild, observed, upheld } from "../ground/judgement.ts";
import { quoted } from "../ground/quoted.ts";
import type { Subject } from "../ground/subject.ts";
import { listIn, recordIn } from "../oracles/envelope.ts";
import { revealed } from "../oracles/revealed.ts";
import { sameRead } from "../oracles/same.ts";
import type { Case, Context } from "../rule/requirement.ts";
import { greeting } from "../target/greeting.ts";

type Change = Omit<Partial<Call>, "operation" | "version">;
type More = Pick<Case, "level" | "mock" | "needs">;

/** A call of the subject's own operation, with the changes that a case makes. */
export const callOf = ({ operation, version }: Subject, change: Change = {}): Call => ({
  operation: operation.id,
  version,
  ...change,
});

/**
 * Sends the plain request of the operation before a case sends its own. If the target refuses it, another requirement
 * reports that, and this case is inconclusive. All checks of the operation share this exchange.
 */
async function plainly(ask: Ask, subject: Subject, twin: Change): Promise<Judgement | undefined> {
  const plain = await ask(callOf(subject, twin));
  if (wasAccepted(plain)) return undefined;
  return inconclusive(
    `the target refused the valid request too (${received(plain)}), so a refusal would prove nothing`,
  );
}

/** Expects the target to accept a valid request, if it accepts the plain one. */
export const accepts = (
  subject: Subject,
  name: string,
  change: Change,
  more: More & { readonly twin?: Change } = {},
): Case => shows(subject, name, change, () => upheld, more);

/**
 * Expects the target to accept the plain request itself; only a few requirements say that. Other requirements report a
 * refused key and a version that the target does not serve.
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

/** Why a refused plain request is no fault of the operation; `undefined` if it is. */
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
  // The version has no other read that could show whether the target serves it.
  if (other === undefined) return undefined;
  return wasAccepted(await ask(other)) ? undefined : inconclusive("the target does not have this interface version");
}

/**
 * Whether the target accepted a request without asking for its credentials, so their refusal or acceptance cannot show.
 */
export const unasked = (exchange: Exchange): boolean =>
  answered(exchange) && headerValue(exchange.request.headers, "authorization") === undefined && wasAccepted(exchange);

/**
 * Expects the target to refuse an invalid request with 4xx, if it accepts the plain one. So a server that refuses
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
      // Only a query can break a stated limit here. A malformed path may match no route, and a wrong key breaks no
      // limit.
      const exchange = await ask(callOf(subject, change.query === undefined ? change : { due: "refusal", ...change }));
      if (change.who !== undefined && change.who !== "none" && unasked(exchange))
        return inconclusive("the target does not ask for credentials here");
      const judgement = refused(exchange, name);
      if (change.who === undefined || judgement.kind !== "holds") return judgement;
      // The plain request is the shared one, so that this sends nothing.
      const text = revealed(exchange, await ask(callOf(subject, twin)));
      return text === undefined
        ? judgement
        : mild(broken(`a refusal of ${name} that shows nothing of what was asked for`, `one with ${quoted(text, 60)}`));
    },
  };
};

/** Sends a valid request and judges its accepted answer. */
export const shows = (
  subject: Subject,
  name: string,
  change: Change,
  judge: (exchange: Exchange) => Judgement,
  more: More & { readonly twin?: Change } = {},
): Case => compares(subject, name, [change], judge, more);

/** Sends several valid requests and judges their accepted answers together, in the order of `changes`. */
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
        // Another client may have deleted the record since.
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
  /** The first exchange that was not accepted; the reading ends with it. */
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

/**
 * A difference counts after this many equal pairs: another client hardly writes unseen at the wrong moment so often.
 */
const CONVICTED = 3;
/** Enough readings for a busy target, where a write of another client falls into most of them. */
const READINGS = 16;

/**
 * Repeats reads that did not agree, each time as a pair of readings. A difference counts only if both readings of each
 * pair are equal, because other clients may write between two requests. While they do, only agreement can be seen.
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

/** Whether nobody wrote between two reads: they are equal, or at least no record was updated. */
const agrees = (one: Exchange, other: Exchange | undefined): boolean =>
  other !== undefined && (sameRead(one, other, "the same").kind === "holds" || stampsOf(one) === stampsOf(other));

/**
 * The ids and `updated` times of the records, with their count. A value unlike any other if a record has no `updated`.
 */
function stampsOf(exchange: Exchange): unknown {
  const json = jsonOf(exchange);
  const records = listIn(json) ?? [recordIn(json)];
  const stamps = records.map((record) => [member(record, "id"), member(record, "updated")]);
  if (stamps.some(([, updated]) => typeof updated !== "string")) return Symbol();
  return JSON.stringify([stamps.map(String).sort(), member(json, "totalCount")]);
}

/** Notes what the target does where the description says nothing. No requirement judges the answer. */
export const notes = (subject: Subject, name: string, change: Change, more: More = {}): Case => ({
  name,
  requests: 1,
  ...more,
  ask: async (ask) => observed(`${name}: ${brief(await ask(callOf(subject, { ...change, due: "any" })))}`),
});

/** Notes the result of several requests. */
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

/** Only status and error code, which do not change between runs, so that two runs can be compared. */
export function brief(exchange: Exchange): string {
  if ("fault" in exchange.response) return `no answer (${exchange.response.fault})`;
  const text = received(exchange);
  return /^\d{3} [A-Za-z_]+$/.test(text) ? text : String(exchange.response.status);
}
