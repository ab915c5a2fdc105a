import { isIP } from "node:net";
import type { Exchange } from "@plumbline/client";
import { asks } from "../../expect/asks.ts";
import { callOf } from "../../expect/cases.ts";
import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, unable, upheld } from "../../ground/judgement.ts";
import { listIn } from "../../oracles/envelope.ts";
import type { Case, Context } from "../../rule/requirement.ts";

const entries = (exchange: Exchange): readonly unknown[] => listIn(member(jsonOf(exchange), "accessLogs")) ?? [];

/** The entry of an address that comes last is hardly left by a limit which is applied before the filter. */
export const limitedToAddress = (context: Context): Case =>
  asks("nLogs=1 with the address of the last entry", 3, async (ask) => {
    const addresses = entries(await ask(callOf(context))).map((entry) => member(entry, "ipAddress"));
    const address = addresses.findLast((one) => typeof one === "string" && isIP(one) === 4);
    if (typeof address !== "string") return unable("the access history holds no entry with an IPv4 address");
    if (addresses[0] === address) return unable("the first entry of the access history is of the same address");
    const query = { ipAddress: address, nLogs: "1" };
    const limited = await ask(callOf(context, { query }));
    if (!wasAccepted(limited)) return broken(`an entry of ${address}`, "a refusal");
    if (entries(limited).length > 0) return upheld;
    const whole = await ask(callOf(context, { query: { ipAddress: address }, send: "again" }));
    return entries(whole).length > 0
      ? broken(`the one entry of ${address} that nLogs=1 leaves`, "no entry")
      : unable("the entry that was looked for is not in the history any more");
  });
