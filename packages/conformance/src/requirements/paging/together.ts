import type { Exchange } from "@plumbline/client";
import { asks } from "../../expect/asks.ts";
import { callOf, compares, shows } from "../../expect/cases.ts";
import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, expects, inconclusive, type Judgement, nothingToAsk } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import { listIn } from "../../oracles/envelope.ts";
import { lengthOf } from "../../oracles/same.ts";
import { type Case, type Context, probe, type Requirement } from "../../rule/requirement.ts";
import { accessHistory, is, pagedLists } from "../shared/subjects.ts";
import { filteredAttempts, limitedToAddress, limitedToSuccesses } from "./filtered-attempts.ts";
import { oneRecord } from "./one-record.ts";
import { isPastTheEnd, namesOn, page, records, tooFew, totalOf } from "./page-steps.ts";
import { pairs } from "./pairs.ts";

/*
 * The effect of several parameters at once. The description states each alone, and does not say that one disables
 * another. PAGE-UNION tests filters with pages; PRETTY-TRUE tests pretty with envelope.
 */

const ENVELOPED = { envelope: "true" };
const NO_PARAMETERS = "it answers its example whatever the query says";

/** All parameters that affect a page, in one request. */
const GENERAL = { ...ENVELOPED, includeCount: "false", itemsPerPage: "1", pageNum: "1" };
const GENERAL_NAMES = Object.keys(GENERAL).join(", ");

/** If the envelope shows no list, ENV-LIST-CONTENT reports it. */
const inEnvelope = (exchange: Exchange, judge: (listed: readonly unknown[]) => Judgement): Judgement => {
  const listed = listIn(jsonOf(exchange));
  return listed === undefined ? inconclusive("no list is seen in the envelope") : judge(listed);
};

/** Asks the case only if the target heeds the parameters alone; otherwise another rule reports it. */
const whereAlone = (
  context: Context,
  query: Readonly<Record<string, string>>,
  isHeeded: (alone: Exchange) => boolean,
  then: Case,
): Case => ({
  ...then,
  requests: then.requests + 1,
  ask: async (ask) => {
    const alone = await ask(callOf(context, { query }));
    if (wasAccepted(alone) && isHeeded(alone)) return then.ask(ask);
    return nothingToAsk(`${Object.keys(query).join(" and ")} alone is not heeded either`);
  },
});

const count = (context: Context): Case =>
  shows(context, `totalCount with ${GENERAL_NAMES}`, { query: GENERAL }, (wrapped) => {
    const json = jsonOf(wrapped);
    const totals = [json, member(json, "content")].map((one) => member(one, "totalCount") ?? null);
    const total = totals.find((one) => one !== null);
    return expects(total === undefined, "no totalCount", () => `totalCount ${quoted(total, 40)}`);
  });

/**
 * The second page in an envelope must differ from the first. This is a SHOULD, because it needs a stable order of the
 * list.
 */
const secondPage = (context: Context): Case =>
  asks(
    "envelope=true&itemsPerPage=1&pageNum=2",
    4,
    async (ask) => {
      const all = namesOn(context, await ask(callOf(context))).length;
      if (all < 2) return tooFew(context, `the list shows the names of ${all} records: two pages need two`);
      const pages = [{}, { pageNum: 2 }, { ...ENVELOPED, pageNum: 2 }].map((one) => page({ ...one, itemsPerPage: 1 }));
      const second = compares(context, "the second page", pages, (first, plain, wrapped) =>
        inEnvelope(wrapped, () => {
          const [one, two, other] = [first, plain, wrapped].map((exchange) => namesOn(context, exchange)[0]);
          // If the pages are equal without an envelope, PAGE-DISJOINT reports it.
          if (one === two || two === undefined) return nothingToAsk("pageNum alone is not heeded either");
          if (other === undefined) return broken("the second record", "no record");
          return expects(one !== other, "another record than on the first page", `record ${other} on both`);
        }),
      );
      const judgement = await whereAlone(context, { itemsPerPage: "1", pageNum: "2" }, () => true, second).ask(ask);
      if (judgement.kind === "broken" && (await isPastTheEnd(ask, context, 1, 2)))
        return nothingToAsk("the list has no second record any more");
      return judgement;
    },
    { level: "SHOULD", needs: records(context, 2) },
  );

const statusesIn = (records: readonly unknown[]): readonly string[] =>
  records.map((record) => member(record, "status")).filter((status) => typeof status === "string");
const STATUSES: readonly string[] = ["OPEN", "TRACKING", "CLOSED"];

/** Alerts of one status in an envelope, if the list has alerts of another status. */
const status = (context: Context): Case =>
  asks("envelope=true with a status", 3, async (ask) => {
    const [wanted, other] = new Set(
      statusesIn(listIn(jsonOf(await ask(callOf(context)))) ?? []).filter((one) => STATUSES.includes(one)),
    );
    if (wanted === undefined || other === undefined) return nothingToAsk("the list shows alerts of no two statuses");
    const strayIn = (listed: readonly unknown[]): string | undefined =>
      statusesIn(listed).find((one) => one !== wanted && STATUSES.includes(one));
    const query = { ...ENVELOPED, status: wanted };
    const inside = shows(context, `envelope=true&status=${wanted}`, { query }, (wrapped) =>
      inEnvelope(wrapped, (listed) => {
        const stray = strayIn(listed);
        return expects(stray === undefined, `only alerts of status ${wanted}`, `an alert of status ${stray ?? ""}`);
      }),
    );
    const isHeeded = (alone: Exchange): boolean => strayIn(listIn(jsonOf(alone)) ?? []) === undefined;
    return whereAlone(context, { status: wanted }, isHeeded, inside).ask(ask);
  });

/** The rules on lists and access histories that get several parameters in one request. */
export const together: readonly Requirement[] = [
  probe({
    id: "PAGE-TOGETHER",
    level: "MUST",
    basis: "stated",
    text: "A list obeys each of several parameters in one request: the size, the page, the count and the filter, in an envelope too.",
    section: "Resources and their fields > Conventions",
    mock: NO_PARAMETERS,
    stage: "read",
    on: pagedLists,
    cases: (context) => [
      whereAlone(
        context,
        { itemsPerPage: "1" },
        (alone) => lengthOf(alone) <= 1,
        oneRecord(context, `the size of the page with ${GENERAL_NAMES}`, GENERAL),
      ),
      whereAlone(context, { includeCount: "false" }, (alone) => (totalOf(alone) ?? null) === null, count(context)),
      secondPage(context),
      ...(is("listAlerts")(context) ? [status(context)] : []),
      pairs(context),
    ],
  }),
  probe({
    id: "ACC-TOGETHER",
    level: "MUST",
    basis: "derived:D7",
    text: "Filters of the access history apply together, and nLogs counts the entries that match them all.",
    section: "Endpoints > Access history",
    mock: NO_PARAMETERS,
    stage: "read",
    on: accessHistory,
    cases: (context) => [filteredAttempts(context), limitedToAddress(context), limitedToSuccesses(context)],
  }),
];
