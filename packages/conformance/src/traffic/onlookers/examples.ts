import { answered } from "@plumbline/client";
import { accepted, wasAccepted } from "../../ground/answers.ts";
import { type Fields, isObject, member } from "../../ground/json.ts";
import { upheld } from "../../ground/judgement.ts";
import type { Passed } from "../passed.ts";
import { Bounded } from "./bounded.ts";
import { formOf } from "./form-of.ts";
import type { Found, Onlooker } from "./onlooker.ts";

const RULE = "EVT-EXAMPLES";
const EXAMPLES: readonly unknown[] = ["CREDIT_CARD_ABOUT_TO_EXPIRE", "DEPLOYMENT_FAILURE"];
/** How often the server must refuse a body with one event type, and accept it with another, to show the reason. */
const OFTEN = 2;
/** Statuses that call the request itself malformed. The others may be about existing records. */
const MALFORMED: readonly number[] = [400, 422];

interface Tries {
  taken: number;
  refused: number;
}

/**
 * * The server must accept the event types that the description names. If it refuses one every time, and accepts a
 * configuration of the same form with another, the event type is the reason. Only configurations without matchers
 * count, because the event type decides the fields that a matcher may name.
 */
export function examples(): Onlooker {
  const tries = new Bounded<Tries>();
  const see = (passed: Passed): readonly Found[] => {
    const { call, exchange } = passed;
    const { body, due, operation } = call;
    const event = member(body, "eventTypeName");
    if (operation !== "createAlertConfig" || due !== undefined || !isObject(body) || hasMatchers(body)) return [];
    if (!EXAMPLES.includes(event) || !answered(exchange)) return [];
    const form = `${passed.asker} ${passed.recognised.captured["groupId"]} ${formOf(body)}`;
    const own = triesOf(`${form} ${event}`);
    if (wasAccepted(exchange)) {
      own.taken += 1;
      return [{ requirement: RULE, judgement: upheld, passed }];
    }
    if (!MALFORMED.includes(exchange.response.status)) return [];
    own.refused += 1;
    const others = EXAMPLES.filter((one) => one !== event).map((one) => triesOf(`${form} ${one}`));
    const isForEvent = own.taken === 0 && own.refused >= OFTEN;
    if (!isForEvent || !others.some(({ taken, refused }) => taken >= OFTEN && refused === 0)) return [];
    return [{ requirement: RULE, judgement: accepted(exchange, `the event type ${event}, as for the other`), passed }];
  };
  return { decides: [RULE], see };

  function triesOf(key: string): Tries {
    const known = tries.get(key) ?? { taken: 0, refused: 0 };
    tries.set(key, known);
    return known;
  }
}

const hasMatchers = (body: Fields): boolean => Array.isArray(body["matchers"]) && body["matchers"].length > 0;
