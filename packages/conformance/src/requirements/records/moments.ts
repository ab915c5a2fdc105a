import { headerValue } from "@plumbline/client";
import { isWriteId, type OperationId } from "@plumbline/schemas";
import { readDate } from "@plumbline/schemas/validate";
import { recordOf } from "../../custody/bears.ts";
import { member } from "../../ground/json.ts";
import { broken, decidedBy, type Judgement, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import { succeeded, type WatchedExchange } from "../../ground/watched-exchange.ts";
import { type Requirement, watch } from "../../rule/requirement.ts";

const MINUTE = 60_000;
/** Every time zone is a multiple of this away from the others. */
const QUARTER = 15 * MINUTE;
/** How far a moment and the clock of the answer may be apart that are of one time zone, and how exact a zone is. */
const APART = 5 * MINUTE;
const EXACT = 2 * MINUTE;

/** The members that say when what the answer shows was made, or last written, by this very request. */
const MOMENTS: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  createAlertConfig: ["created", "updated"],
  createCloudAccessRole: ["createdDate"],
  setAlertConfigEnabled: ["updated"],
  updateAlertConfig: ["updated"],
};

/** By how many hours a moment is off, where that is a time zone. */
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

/** What is a time zone off was not said in UTC; whatever else a moment is off by may be another understanding of it. */
export const moments: readonly Requirement[] = [
  watch({
    id: "REC-MOMENT-UTC",
    level: "MUST",
    basis: "stated",
    text: "When a record was made or written is said in UTC: it is no time zone away from the moment of the answer.",
    section: "Resources and their fields > Conventions",
    mock: "it shows examples",
    conditional: true,
    on: ({ operation: { id } }) => isWriteId(id) && Object.hasOwn(MOMENTS, id),
    examine: inUtc,
  }),
];
