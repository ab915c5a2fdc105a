import { parseJson } from "@plumbline/client";
import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, type Judgement, upheld } from "../../ground/judgement.ts";
import { listIn, recordIn } from "../../oracles/envelope.ts";
import type { Target } from "../../target/target.ts";
import type { Passed } from "../passed.ts";
import type { Found, Onlooker } from "./onlooker.ts";

const DEFAULT = "ALC-ENABLED-DEFAULT";
const MASKED = "ALC-KEY-MASKED";
/** Shorter keys may stand in a masked one by chance. */
const LONG = 9;
/** Configurations that show it before it is called broken. */
const OFTEN = 2;

/** What the answer to a new alert configuration shows of members that were left out, or are to be hidden. */
export function newConfigs({ contract }: Target): Onlooker {
  const breaches = new Map<string, number>();
  const keyName = contract.field("monitoringApiKey");
  return {
    decides: [DEFAULT, MASKED],
    see: (passed) => {
      const { call, exchange } = passed;
      const { operation } = call;
      const isWritten = operation === "createAlertConfig" || operation === "updateAlertConfig";
      if (!isWritten || call.due !== undefined || !wasAccepted(exchange)) return [];
      const [sent, record] = [parseJson(exchange.request.body ?? ""), recordIn(jsonOf(exchange))];
      const isNew = operation === "createAlertConfig" && member(sent, "enabled") === undefined;
      return [
        ...told(passed, DEFAULT, isNew ? disabled(member(record, "enabled")) : undefined),
        ...told(passed, MASKED, masked(keysIn(sent, keyName), keysIn(record, keyName))),
      ];
    },
  };

  function told(passed: Passed, requirement: string, judgement: Judgement | undefined): readonly Found[] {
    if (judgement === undefined) return [];
    const count = (breaches.get(requirement) ?? 0) + (judgement.kind === "holds" ? 0 : 1);
    breaches.set(requirement, count);
    if (judgement.kind !== "holds" && count < OFTEN) return [];
    return [
      { requirement, judgement, passed: { ...passed, call: { ...passed.call, operation: "createAlertConfig" } } },
    ];
  }
}

function disabled(enabled: unknown): Judgement | undefined {
  if (typeof enabled !== "boolean") return undefined;
  return enabled ? broken("enabled false, as nothing was sent for it", "enabled true") : upheld;
}

/** Of a key that was sent only the last four characters may be read. */
function masked(sent: readonly string[], shown: readonly string[]): Judgement | undefined {
  const long = sent.filter((key) => key.length >= LONG);
  if (long.length === 0 || shown.length === 0) return undefined;
  const isRead = long.some((key) =>
    shown.some((one) => one.includes(key.slice(0, LONG - 1)) || one.endsWith(key.slice(-5))),
  );
  return isRead ? broken("a key of which four characters can be read", "more of the key than that") : upheld;
}

const keysIn = (config: unknown, name: string): readonly string[] =>
  (listIn(member(config, "notifications")) ?? []).flatMap((one) => {
    const key = member(one, name);
    return typeof key === "string" ? [key] : [];
  });
