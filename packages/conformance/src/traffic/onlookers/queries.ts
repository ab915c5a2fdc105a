import { answered } from "@plumbline/client";
import { isWriteId, type OperationId, operations } from "@plumbline/schemas";
import { accepted, wasAccepted } from "../../ground/answers.ts";
import { mild, upheld } from "../../ground/judgement.ts";
import { operationRule } from "../../rule/operation-rule.ts";
import { WRITES } from "../../writes/table.ts";
import type { Write } from "../../writes/write.ts";
import type { Passed } from "../passed.ts";
import { Bounded } from "./bounded.ts";
import { formOf } from "./form-of.ts";
import type { DoubtedWrite, Found, Onlooker } from "./onlooker.ts";

/**
 * How often the server must refuse a write with a query, and accept it without, to show that the query is the reason.
 */
const OFTEN = 2;
/** Statuses that call the request itself malformed. The others may be about existing records. */
const MALFORMED: readonly number[] = [400, 406, 422];

/** Parameters that change only the format of the answer. */
const SWITCHES: readonly string[] = ["envelope", "pretty"];

interface Tries {
  taken: number;
  refused: number;
}

/**
 * * The server must accept writes with the parameters that change only the format of the answer. If it refuses a write
 * with some of them every time, and accepts the same form without them every time, they are the reason. Refusals that
 * an earlier write or an existing record may have caused do not count.
 */
export function queries(): Onlooker {
  const tries = new Bounded<Tries>(4_000);
  /** How often the server accepted, or may have accepted, a request, regardless of its query. */
  const bodies = new Bounded<number>(4_000);
  const ids = (Object.keys(operations) as OperationId[]).filter((id) => isWriteId(id) && !mayHaveToWait(WRITES[id]));
  const see = (passed: Passed): readonly Found[] => {
    const { call, exchange } = passed;
    const { operation: id, due, query = {} } = call;
    if (!ids.includes(id) || due !== undefined || !answered(exchange)) return [];
    const others = Object.keys(query).filter((name) => !SWITCHES.includes(name));
    const form = `${id} ${passed.asker} ${others.toSorted().join()} ${formOf(call.body)}`;
    const names = SWITCHES.flatMap((name) => (query[name] === undefined ? [] : [`${name}=${query[name]}`])).join(
      " and ",
    );
    const plain = triesOf(tries, form, "");
    const own = triesOf(tries, form, names);
    const sent = sentIn(passed);
    const times = bodies.get(sent);
    bodies.set(sent, (times ?? 0) + (wasAccepted(exchange) ? 1 : 0));
    // The server may refuse a request for being repeated, unless it has accepted the repetition before.
    const isAgain = times !== undefined && times < OFTEN;
    const requirement = operationRule(id, "PARAMS");
    if (wasAccepted(exchange)) {
      own.taken += 1;
      return names === "" ? [] : [{ requirement, judgement: upheld, passed }];
    }
    if (!MALFORMED.includes(exchange.response.status) || isAgain) return [];
    own.refused += 1;
    const isForQuery = own.taken === 0 && own.refused >= OFTEN && plain.refused === 0 && plain.taken >= OFTEN;
    if (names === "" || !isForQuery) return [];
    const judgement = accepted(exchange, `what is taken without ${names}`);
    return [{ requirement, judgement: operations[id].assumedQuery ? mild(judgement) : judgement, passed }];
  };
  /** The server may have carried out the write, and may therefore refuse its repetition. */
  const doubt = ({ passed }: DoubtedWrite): void => {
    if (passed === undefined) return;
    const sent = sentIn(passed);
    bodies.set(sent, (bodies.get(sent) ?? 0) + 1);
  };
  return { decides: ids.map((id) => operationRule(id, "PARAMS")), see, doubt };
}

const sentIn = ({ call, recognised }: Passed): string =>
  `${call.operation} ${JSON.stringify(recognised.captured)} ${JSON.stringify(call.body)}`;

const mayHaveToWait = ({ effect, patient, slow }: Write): boolean =>
  patient === true || slow === true || effect.kind === "starts" || effect.kind === "ends";

function triesOf(tries: Bounded<Tries>, form: string, names: string): Tries {
  const key = `${form} ? ${names}`;
  const known = tries.get(key) ?? { taken: 0, refused: 0 };
  tries.set(key, known);
  return known;
}
