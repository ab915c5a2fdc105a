import type { Exchange } from "@plumbline/client";
import { KINDS, type KindOfRecord } from "@plumbline/model";
import { asks } from "../../expect/asks.ts";
import { callOf } from "../../expect/cases.ts";
import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import type { Ask } from "../../ground/ask.ts";
import { member } from "../../ground/json.ts";
import { broken, decidedBy, type Judgement, nothingToAsk, upheld } from "../../ground/judgement.ts";
import type { Subject } from "../../ground/subject.ts";
import { listIn } from "../../oracles/envelope.ts";
import { credential } from "../../rule/need.ts";
import type { Case, Context } from "../../rule/requirement.ts";
import { type Elsewhere, placesElsewhere, placesOfOthers } from "./places-elsewhere.ts";

/** The number of times that both lists must show a record before the check fails. */
const LOOKS = 3;

const kindIn = ({ operation: { id } }: Subject): KindOfRecord | undefined =>
  Object.values(KINDS).find(({ belongsTo }) => belongsTo?.includes(id) === true);

/** Whether the records of a list belong to the one place in its path. */
export const listsOfAPlace = (subject: Subject): boolean => kindIn(subject) !== undefined;

/**
 * Compares the list of a place with that of another project and, if the path has a cluster, that of another cluster.
 */
export const listsElsewhere = (context: Context): readonly Case[] =>
  [...placesElsewhere(context), ...placesOfOthers(context)].map((place) =>
    asks(
      `the list of ${place.name}`,
      2 * LOOKS,
      (ask) => staysApart(ask, context, place),
      place.who === undefined ? {} : { needs: [credential(place.who)] },
    ),
  );

async function staysApart(ask: Ask, context: Context, place: Elsewhere): Promise<Judgement> {
  const afresh: Ask = (call) => ask({ ...call, send: "again" });
  let judgement = await sharesNone(ask, context, place);
  for (let look = 1; look < LOOKS && judgement.kind === "broken"; look += 1)
    judgement = await sharesNone(afresh, context, place);
  return judgement;
}

async function sharesNone(ask: Ask, context: Context, { name, ...where }: Elsewhere): Promise<Judgement> {
  const [own, other] = [await ask(callOf(context)), await ask(callOf(context, where))];
  const ids = idsOf(context, own);
  if (ids.length === 0) return nothingToAsk("the list is empty: another list can show none of its records");
  // If the place does not exist, or the key may not read it, there is no record to compare.
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
