import { headerValue } from "@plumbline/client";
import type { BoundOperation, OperationId } from "@plumbline/schemas";
import { readDate } from "@plumbline/schemas/validate";
import { recordOf } from "../../custody/bears.ts";
import { member } from "../../ground/json.ts";
import { broken, decidedBy, type Judgement, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import { succeeded, type WatchedExchange } from "../../ground/watched-exchange.ts";
import { listIn } from "../../oracles/envelope.ts";
import { type Requirement, watch } from "../../rule/requirement.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** All time zones differ from each other by a multiple of this. */
const QUARTER = 15 * MINUTE;
/** How far a moment and the clock of the answer may differ within one time zone, and how exactly a zone must match. */
const APART = 5 * MINUTE;
const EXACT = 2 * MINUTE;

/** Members with the time at which this request created or last wrote the record in its answer. */
const MOMENTS: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  createAlertConfig: ["created", "updated"],
  createCloudAccessRole: ["createdDate"],
  setAlertConfigEnabled: ["updated"],
  updateAlertConfig: ["updated"],
};

/** Members with the time of a past event, so that none of them may be in the future. */
const PAST = [
  "created",
  "createDate",
  "createdAt",
  "createdDate",
  "lastNotified",
  "lastUpdatedDate",
  "startRequestDate",
  "timestamp",
  "updated",
  "updatedDate",
] as const;
/** The most records of one answer that the rule checks. */
const MOST_RECORDS = 500;

/** By how many hours a moment is off, if the difference is a time zone; otherwise `undefined`. */
function zoneOf(moment: number, now: number): number | undefined {
  const apart = moment - now;
  if (Math.abs(apart) <= APART) return undefined;
  const quarters = Math.round(apart / QUARTER);
  return Math.abs(apart - quarters * QUARTER) <= EXACT && Math.abs(quarters) <= 4 * 14 ? quarters / 4 : undefined;
}

function inUtc({ answer, call, contract, operation }: WatchedExchange): Judgement | undefined {
  const names = MOMENTS[operation.id];
  const date = Date.parse(headerValue(answer.headers, "date") ?? "");
  if (names === undefined || !succeeded(answer) || Number.isNaN(date) || call.send === "once") return undefined;
  const record = recordOf(answer.json, contract.field("id"));
  const shown = names.flatMap((name) => {
    const text = member(record, contract.field(name));
    const moment = typeof text === "string" ? readDate(text) : Number.NaN;
    return Number.isNaN(moment) ? [] : [{ name: contract.field(name), text, zone: zoneOf(moment, date) }];
  });
  const off = shown.find(({ zone }) => zone !== undefined);
  if (off === undefined) return shown.length === 0 ? undefined : upheld;
  const expected = `${off.name} about when the answer was sent, which its Date field says is ${new Date(date).toISOString()}`;
  return decidedBy(broken(expected, `${quoted(off.text)}, ${off.zone} hours off`), `/${off.name}`);
}

/** Judges whether a past moment is later than the answer by a time zone; the first one that is decides. */
function aheadOfAnswer({ answer, call, contract, operation }: WatchedExchange): Judgement | undefined {
  const date = Date.parse(headerValue(answer.headers, "date") ?? "");
  if (!saysWhen(operation) || !succeeded(answer) || Number.isNaN(date) || call.send === "once") return undefined;
  const records = listIn(answer.json) ?? listIn(member(answer.json, "accessLogs")) ?? [answer.json];
  const names = PAST.map((name) => contract.field(name));
  // Most moments are long past. Comparing the day at their start excludes them without parsing, in any notation of the
  // zone.
  const yesterday = new Date(date - DAY).toISOString().slice(0, "2026-01-01".length);
  for (const record of records.slice(0, MOST_RECORDS))
    for (const name of names) {
      const text = member(record, name);
      const moment = typeof text === "string" && text >= yesterday ? readDate(text) : Number.NaN;
      const zone = moment > date ? zoneOf(moment, date) : undefined;
      if (zone === undefined) continue;
      const expected = `${name} no later than the answer, which its Date field says is ${new Date(date).toISOString()}`;
      return decidedBy(broken(expected, `${quoted(text)}, ${zone} hours later`), undefined);
    }
  return records.some((record) => names.some((name) => typeof member(record, name) === "string")) ? upheld : undefined;
}

/** Whether the records of an operation have a member with the time of a past event. */
function saysWhen({ result }: BoundOperation): boolean {
  const schema = "items" in result ? result.items : "schema" in result ? result.schema : undefined;
  return (
    PAST.some((name) => Object.hasOwn(schema?.properties ?? {}, name)) || "accessLogs" in (schema?.properties ?? {})
  );
}

/** A moment that is off by a time zone was not given in UTC. Any other difference may have another reason. */
export const moments: readonly Requirement[] = [
  watch({
    id: "REC-MOMENT-UTC",
    level: "MUST",
    basis: "stated",
    text: "The moment when a record was created or written is in UTC: it does not differ from the moment of the answer by a time zone.",
    section: "Resources and their fields > Conventions",
    mock: "it shows examples",
    conditional: true,
    on: ({ operation }) => Object.hasOwn(MOMENTS, operation.id) || saysWhen(operation),
    examine: (watched) => {
      const written = inUtc(watched);
      return written?.kind === "broken" ? written : (aheadOfAnswer(watched) ?? written);
    },
  }),
];
