import { parseJson } from "@plumbline/client";
import { type Contract, isWriteId, type WriteId } from "@plumbline/schemas";
import { readDate } from "@plumbline/schemas/validate";
import { recordOf } from "../../custody/bears.ts";
import { type Fields, fieldsOf } from "../../ground/json.ts";
import { broken, decidedBy, type Judgement, upheld } from "../../ground/judgement.ts";
import type { Subject } from "../../ground/subject.ts";
import { succeeded, type WatchedExchange } from "../../ground/watched-exchange.ts";
import { lossIn } from "../../oracles/loss.ts";
import { shapeOf } from "../../oracles/shape.ts";
import { type Requirement, watch } from "../../rule/requirement.ts";
import { withoutIds } from "../../writes/backup-policies.ts";
import { asDescribed } from "../kept/alert-configs.ts";
import { withoutTarget } from "../kept/kept-writes.ts";
import { textShown } from "../kept/search-indexes.ts";

/** What a record shows of a body, both in the target's words; `undefined` where nothing is said of it. */
type Echo = (sent: Fields, record: unknown, about: { contract: Contract; subject: Subject }) => unknown;

const whole: Echo = (sent) => sent;
const configuration: Echo = (sent, record, about) => asDescribed(about)(sent, record);
const index: Echo = (sent, record, about) => textShown(about)(sent, record);
const withItems: Echo = (sent) => withoutIds(sent);
/** Until when an alert is acknowledged is shown as long as that has not passed. */
const acknowledgement: Echo = (sent, _record, { contract }) =>
  readDate(String(sent[contract.field("acknowledgedUntil")])) > Date.now() + SOON ? sent : undefined;
const SOON = 60_000;

/** How each write's answer shows the request, where it shows the record that was written. */
const ECHOES: Readonly<Partial<Record<WriteId, Echo>>> = {
  acknowledgeAlert: acknowledgement,
  createAlertConfig: configuration,
  createCloudAccessRole: whole,
  createExportBucket: whole,
  createExportJob: whole,
  createRestoreJob: (sent, record) => withoutTarget(sent, record),
  createSearchIndex: index,
  createSearchIndexLegacy: index,
  createServerlessRestoreJob: whole,
  disablePrivateIpMode: whole,
  setAlertConfigEnabled: whole,
  startOutageSimulation: whole,
  takeSnapshot: whole,
  updateAlertConfig: configuration,
  updateAuditing: whole,
  updateBackupCompliancePolicy: withItems,
  updateBackupSchedule: withItems,
  updateCustomDns: whole,
  updateSearchIndexByName: index,
};

function echoes(watched: WatchedExchange): Judgement | undefined {
  const { answer, call, contract, exchange, operation, version } = watched;
  const echo = isWriteId(operation.id) ? ECHOES[operation.id] : undefined;
  const { result } = operation;
  if (echo === undefined || !("schema" in result) || !succeeded(answer) || !isPlain(call)) return undefined;
  const { body } = exchange.request;
  const sent = body === undefined ? undefined : parseJson(body);
  const record = recordOf(answer.json, idOf(result.schema.properties));
  if (typeof sent !== "object" || sent === null || typeof record !== "object") return undefined;
  const shown = echo(fieldsOf(sent), record, { contract, subject: { operation, version } });
  if (shown === undefined) return undefined;
  const loss = lossIn(shown, record, shapeOf([result.schema]));
  if (loss === undefined) return upheld;
  const place = loss.pointer === "" ? "" : ` at ${loss.pointer}`;
  return decidedBy(broken(`${loss.expected}${place}, as it was sent`, loss.received), loss.pointer);
}

/** Whether the request is what it says, at its own place: whatever is odd may be taken for something else. */
const isPlain = (call: WatchedExchange["call"]): boolean =>
  call.due === undefined &&
  call.method === undefined &&
  call.elsewhere === undefined &&
  call.rawPath === undefined &&
  call.query?.["envelope"] !== "true";

/** Some member that stands in the record itself, and so tells it from an envelope. */
const idOf = (properties: Readonly<Record<string, unknown>> = {}): string => Object.keys(properties)[0] ?? "id";

/**
 * Whatever a check sends, for whatever reason, is held against the answer: rules that send particular values look at
 * every view of a record, and this one at every value.
 */
export const echoed: readonly Requirement[] = [
  watch({
    id: "REC-ECHO",
    level: "MUST",
    basis: "derived:D6",
    text: "The answer to a write that is accepted shows the record with what the request said.",
    section: "Resources and their fields > Conventions",
    mock: "it shows examples",
    conditional: true,
    each: true,
    on: ({ operation: { id, result } }) => isWriteId(id) && Object.hasOwn(ECHOES, id) && "schema" in result,
    examine: echoes,
  }),
];
