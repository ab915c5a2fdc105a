import type { Exchange } from "@plumbline/client";
import { KINDS, type KindOfRecord } from "@plumbline/model";
import { asks } from "../../expect/asks.ts";
import { callOf } from "../../expect/cases.ts";
import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import type { Ask } from "../../ground/ask.ts";
import { member } from "../../ground/json.ts";
import { broken, decidedBy, type Judgement, moot, upheld } from "../../ground/judgement.ts";
import type { Subject } from "../../ground/subject.ts";
import { listIn } from "../../oracles/envelope.ts";
import type { Case, Context } from "../../rule/requirement.ts";
import { type Elsewhere, placesElsewhere } from "./places-elsewhere.ts";

/** Times that both lists have to show a record. */
const LOOKS = 3;

const kindIn = ({ operation: { id } }: Subject): KindOfRecord | undefined =>
  Object.values(KINDS).find(({ belongsTo }) => belongsTo?.includes(id) === true);

/** Lists whose records belong to the one place that the path names. */
export const listsOfAPlace = (subject: Subject): boolean => kindIn(subject) !== undefined;

/** The list of a place, beside that of another project, and of another cluster where one is addressed. */
export const listsElsewhere = (context: Context): readonly Case[] =>
  placesElsewhere(context).map((place) =>
    asks(`the list of ${place.name}`, 2 * LOOKS, async (ask) => {
      let judgement = await sharesNone(ask, context, place);
      const afresh: Ask = (call) => ask({ ...call, send: "again" });
      for (let look = 1; look < LOOKS && judgement.kind === "broken"; look += 1)
        judgement = await sharesNone(afresh, context, place);
      return judgement;
    }),
  );

async function sharesNone(ask: Ask, context: Context, { name, path }: Elsewhere): Promise<Judgement> {
  const [own, other] = [await ask(callOf(context)), await ask(callOf(context, { path }))];
  const ids = idsOf(context, own);
  if (ids.length === 0) return moot("the list is empty: another list can show none of its records");
  // A place that nobody has, or that the key may not see, shows nothing.
  const shared = wasAccepted(other) ? idsOf(context, other).find((id) => ids.includes(id)) : undefined;
  if (shared === undefined) return upheld;
  return decidedBy(broken(`no record of its own in the list of ${name}`, `${shared} in both`), undefined, other);
}

function idsOf(context: Context, exchange: Exchange): readonly string[] {
  const { id, otherId, listedUnder } = kindIn(context) ?? KINDS.alert;
  const { field } = context.contract;
  const json = jsonOf(exchange);
  const lists = listedUnder === undefined ? [json] : listedUnder.map((name) => member(json, field(name)));
  return lists
    .flatMap((list) => listIn(list) ?? [])
    .flatMap((record) => [id, otherId].map((name) => (name === undefined ? undefined : member(record, field(name)))))
    .filter((value) => typeof value === "string");
}
