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

/** How often a write was refused with a query, and taken without it, before the query is the reason. */
const OFTEN = 2;
/** What says that a request is malformed, and nothing of what is there. */
const MALFORMED: readonly number[] = [400, 406, 422];

/** What says how an answer is written, and nothing of what is done. */
const SWITCHES: readonly string[] = ["envelope", "pretty"];

interface Tries {
  taken: number;
  refused: number;
}

/**
 * Writes take the switches of how an answer is written: one that is refused with some each time, where the same form is taken without each
 * time, is refused for them. What may be refused because of the write before, or because its record is there, says nothing.
 */
export function queries(): Onlooker {
  const tries = new Bounded<Tries>(4_000);
  /** How often a request was taken, but for its query. */
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
    // What was taken twice may be sent again and again.
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
  /** What may have been carried out may be refused for that when it is sent again. */
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
