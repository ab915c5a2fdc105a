import type { Exchange } from "@plumbline/client";
import { readDate } from "@plumbline/schemas/validate";
import { asks } from "../../expect/asks.ts";
import { callOf } from "../../expect/cases.ts";
import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, decidedBy, inconclusive, mild, nothingToAsk, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import { listIn } from "../../oracles/envelope.ts";
import type { Case, Context } from "../../rule/requirement.ts";

const entriesOf = (exchange: Exchange): readonly unknown[] => listIn(member(jsonOf(exchange), "accessLogs")) ?? [];
const addressOf = (entry: unknown): string => String(member(entry, "ipAddress"));
const hasSucceeded = (entry: unknown): boolean => member(entry, "authResult") === true;
const timeOf = (entry: unknown): number => readDate(String(member(entry, "timestamp")));
const IPV4 = /^\d+(\.\d+){3}$/;
const MINUTE = 60_000;

/**
 * Asks for the successes of an address that has also failed, and then for one of them, limited to the minutes around
 * it.
 */
export const filteredAttempts = (context: Context): Case =>
  asks("authResult and ipAddress; then start, end and nLogs as well", 4, async (ask) => {
    const plain = entriesOf(await ask(callOf(context)));
    const failed = new Set(plain.filter((entry) => member(entry, "authResult") === false).map(addressOf));
    const isWanted = (entry: unknown): boolean => hasSucceeded(entry) && !Number.isNaN(timeOf(entry));
    // Takes the last match: if the target wrongly applies the limit before the filters, it hardly returns this entry.
    const known = plain.findLast(
      (entry) => isWanted(entry) && IPV4.test(addressOf(entry)) && failed.has(addressOf(entry)),
    );
    if (known === undefined)
      return inconclusive("the access history holds no address with a failed attempt and a success");
    const both = { authResult: "true", ipAddress: addressOf(known) };
    const [from, to] = [timeOf(known) - MINUTE, timeOf(known) + MINUTE];
    const all = { ...both, start: String(from), end: String(to), nLogs: "1" };
    const [two, five] = [await ask(callOf(context, { query: both })), await ask(callOf(context, { query: all }))];
    if (!wasAccepted(two) || !wasAccepted(five)) return broken("the attempts that all filters leave", "a refusal");
    const stray = [...entriesOf(two), ...entriesOf(five)].find(
      (entry) => member(entry, "authResult") === false || addressOf(entry) !== both.ipAddress,
    );
    if (stray !== undefined)
      return broken(
        `only successes of ${both.ipAddress}`,
        `authResult ${quoted(member(stray, "authResult"))} of ${addressOf(stray)}`,
      );
    const outside = entriesOf(five)
      .map(timeOf)
      .find((time) => time < from - 1_000 || time > to + 1_000);
    if (outside !== undefined)
      return broken("only attempts between start and end", `one of ${new Date(outside).toISOString()}`);
    const { length } = entriesOf(five);
    // The contract does not say what nLogs counts, and when.
    if (length > 1) return mild(broken("at most 1 entry", `${length} entries`));
    if (length === 1) return upheld;
    const later = entriesOf(await ask(callOf(context, { send: "again" })));
    const isThere = later.some((entry) => timeOf(entry) === timeOf(known) && addressOf(entry) === addressOf(known));
    return isThere
      ? mild(decidedBy(broken("the entry that all filters leave", "no entry"), undefined, five))
      : inconclusive("the entry that was looked for is not in the history any more");
  });

/**
 * Asks for one entry of the address in the last entry. If the target applies the limit before the filter, it hardly
 * returns one.
 */
export const limitedToAddress = (context: Context): Case =>
  asks("nLogs=1 with the address of the last entry", 4, async (ask) => {
    const addresses = entriesOf(await ask(callOf(context))).map(addressOf);
    const last = addresses.findLast((one) => one !== addresses[0] && IPV4.test(one));
    const isThereTwice = (one: string): boolean => addresses.indexOf(one) !== addresses.lastIndexOf(one);
    const address = addresses.findLast((one) => one !== addresses[0] && IPV4.test(one) && isThereTwice(one)) ?? last;
    if (address === undefined)
      return inconclusive("the access history holds no IPv4 address but that of its first entry");
    const query = { ipAddress: address, nLogs: "1" };
    const limited = await ask(callOf(context, { query }));
    if (!wasAccepted(limited)) return broken(`an entry of ${address}`, "a refusal");
    const { length } = entriesOf(limited);
    if (length > 1) {
      // No way of counting gives more than one. If nLogs also fails without an address, ACC-NLOGS-CAP reports it.
      const alone = entriesOf(await ask(callOf(context, { query: { nLogs: "1" } })));
      if (alone.length > 1) return nothingToAsk("nLogs alone is not heeded either");
      return mild(broken(`at most 1 entry of ${address}`, `${length} entries`));
    }
    if (length === 1) return upheld;
    const whole = await ask(callOf(context, { query: { ipAddress: address }, send: "again" }));
    return entriesOf(whole).length > 0
      ? mild(broken(`the one entry of ${address} that nLogs=1 leaves`, "no entry"))
      : inconclusive("the entry that was looked for is not in the history any more");
  });

/**
 * Asks for one success more than come before the first failure. If the target applies the limit before the filter, one
 * is missing.
 */
export const limitedToSuccesses = (context: Context): Case =>
  asks("authResult=true with an nLogs that reaches the first failure", 3, async (ask) => {
    const plain = entriesOf(await ask(callOf(context)));
    const count = plain.findIndex((entry) => member(entry, "authResult") === false) + 1;
    // Without a failure before the last success, the limit leaves the same entries either way.
    if (count === 0 || plain.filter(hasSucceeded).length < count) return upheld;
    const limited = await ask(callOf(context, { query: { authResult: "true", nLogs: String(count) } }));
    if (!wasAccepted(limited)) return broken("the successful attempts", "a refusal");
    const { length } = entriesOf(limited);
    // ACC-NLOGS-CAP judges more entries than nLogs.
    if (length >= count) return upheld;
    const whole = await ask(callOf(context, { query: { authResult: "true" }, send: "again" }));
    return entriesOf(whole).filter(hasSucceeded).length >= count
      ? mild(decidedBy(broken(`${count} successes, as nLogs leaves`, `${length}`), undefined, limited))
      : upheld;
  });
