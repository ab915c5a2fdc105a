import { type Exchange, parseJson } from "@plumbline/client";
import { type BoundOperation, type Contract, isWriteId, type WriteId } from "@plumbline/schemas";
import { readDate } from "@plumbline/schemas/validate";
import { recordOf } from "../../custody/bears.ts";
import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import type { Call } from "../../ground/call.ts";
import { type Fields, fieldsOf, isObject, member } from "../../ground/json.ts";
import { broken, decidedBy, type Judgement, upheld } from "../../ground/judgement.ts";
import type { Shown } from "../../ground/shown.ts";
import type { Subject } from "../../ground/subject.ts";
import { lossIn } from "../../oracles/loss.ts";
import { sameDocument } from "../../oracles/same-document.ts";
import { shapeOf } from "../../oracles/shape.ts";
import { stated } from "../../oracles/stated.ts";
import { type Requirement, watch } from "../../rule/requirement.ts";
import { withoutMoment } from "../backup/restores-to-clusters.ts";
import { asDescribed } from "../kept/alert-configs.ts";
import { withoutTarget } from "../kept/kept-writes.ts";
import { textShown } from "../kept/search-indexes.ts";

/** The id of the rule that `EchoWatch` counts for; the rule itself sends no request. */
export const ECHO = "REC-ECHO";

interface About {
  readonly contract: Contract;
  readonly subject: Subject;
}

/** The part of a body that a record must show, both in the target's words; `undefined` if the description is silent. */
type Echo = (sent: Fields, record: unknown, about: About) => unknown;

const whole: Echo = (sent) => sent;
const configuration: Echo = (sent, record, about) => asDescribed(about)(sent, record);
const index: Echo = (sent, record, about) => textShown(about)(sent, record);
/** The target shows the end of an acknowledgement only until it has passed. */
const acknowledgement: Echo = (sent, _record, { contract }) =>
  readDate(String(sent[contract.field("acknowledgedUntil")])) > Date.now() + SOON ? sent : undefined;
const SOON = 60_000;
/** `enabled` does not depend on the request alone, and the target may print a filter in another way. */
const auditing: Echo = (sent, record, { contract }) => {
  const [enabled, filter] = [contract.field("enabled"), contract.field("auditFilter")];
  const isKept = EMPTY.includes(sent[filter]) || sameDocument(member(record, filter), sent[filter]);
  return Object.fromEntries(Object.entries(sent).filter(([name]) => name !== enabled && !(name === filter && isKept)));
};
const EMPTY: readonly unknown[] = ["", "{}"];
const restore: Echo = (sent, record) => withoutMoment(fieldsOf(withoutTarget(sent, record)), record);

/** How the answer to each write shows the request, for writes whose answer shows the record. */
const ECHOES: Readonly<Partial<Record<WriteId, Echo>>> = {
  acknowledgeAlert: acknowledgement,
  createAlertConfig: configuration,
  createCloudAccessRole: whole,
  createExportBucket: whole,
  createExportJob: whole,
  createRestoreJob: restore,
  createSearchIndex: index,
  createSearchIndexLegacy: index,
  createServerlessRestoreJob: restore,
  disablePrivateIpMode: whole,
  setAlertConfigEnabled: whole,
  startOutageSimulation: whole,
  takeSnapshot: whole,
  updateAlertConfig: configuration,
  updateAuditing: auditing,
  updateBackupCompliancePolicy: whole,
  updateBackupSchedule: whole,
  updateCustomDns: whole,
  updateSearchIndexByName: index,
};

/**
 * Whether the answer to a write shows the sent values; `undefined` if it does not have to. Pure, except for the clock.
 */
export function echoIn(exchange: Exchange, call: Call, contract: Contract): Judgement | undefined {
  const { version } = call;
  if (version === "standalone" || !isWriteId(call.operation) || !isPlain(call) || !wasAccepted(exchange))
    return undefined;
  const operation = contract.operation(call.operation, version);
  const { body: form, result } = operation;
  const echo = ECHOES[call.operation];
  if (echo === undefined || form === undefined || !("schema" in result)) return undefined;
  const sent = stated(parseJson(exchange.request.body ?? ""), shapeOf([form.schema]));
  const record = recordOf(jsonOf(exchange), Object.keys(result.schema.properties ?? {})[0] ?? "id");
  if (!isObject(sent) || !isObject(record)) return undefined;
  const shown = echo(fieldsOf(sent), record, { contract, subject: { operation, version } });
  if (shown === undefined) return undefined;
  const loss = lossIn(shown, record, shapeOf([result.schema]));
  if (loss === undefined) return upheld;
  const place = loss.pointer === "" ? "" : ` at ${loss.pointer}`;
  return decidedBy(broken(`${loss.expected}${place}, as it was sent`, loss.received), loss.pointer);
}

/**
 * How a read shows what a write sent: as the write's answer does, and for one write whose answer does not show the
 * record.
 */
const READ_BACK: Readonly<Partial<Record<WriteId, Echo>>> = { ...ECHOES, updateSearchIndexById: index };

/** Whether a read shows the values of an accepted write; `undefined` if it does not have to. Pure. */
export function readBackIn(write: Shown, read: Shown, contract: Contract): Judgement | undefined {
  const { call } = write;
  const { call: by } = read;
  const echo = isWriteId(call.operation) ? READ_BACK[call.operation] : undefined;
  if (echo === undefined || by.version === "standalone") return undefined;
  if (!wasAccepted(write.exchange) || !wasAccepted(read.exchange)) return undefined;
  const { body: form } = contract.operation(call.operation, call.version);
  const operation = contract.operation(by.operation, by.version);
  const { result } = operation;
  if (form === undefined || !("schema" in result)) return undefined;
  const sent = stated(parseJson(write.exchange.request.body ?? ""), shapeOf([form.schema]));
  const record = recordOf(jsonOf(read.exchange), Object.keys(result.schema.properties ?? {})[0] ?? "id");
  if (!isObject(sent) || !isObject(record)) return undefined;
  const shown = echo(fieldsOf(sent), record, { contract, subject: { operation, version: by.version } });
  const loss = shown === undefined ? undefined : lossIn(shown, record, shapeOf([result.schema]));
  if (loss === undefined) return upheld;
  const expected = `${loss.expected} at ${loss.pointer} of ${by.operation}, as ${call.operation} was sent`;
  return decidedBy(broken(expected, loss.received), loss.pointer);
}

/** Whether a request is an ordinary one at its own place; the target may interpret an odd one differently. */
const isPlain = ({ due, elsewhere, method, query, rawPath, rawQuery }: Call): boolean =>
  [due, elsewhere, method, rawPath, rawQuery].every((one) => one === undefined) && query?.["envelope"] !== "true";

const hasEcho = ({ id, result }: BoundOperation): boolean =>
  isWriteId(id) && Object.hasOwn(ECHOES, id) && "schema" in result;

/**
 * Rules that send particular values look at every view of a record. This rule looks at the writes of every check, and
 * only at their answers (`run/echo-watch.ts`).
 */
export const echoed: readonly Requirement[] = [
  watch({
    id: ECHO,
    level: "MUST",
    basis: "derived:D6",
    text: "The answer to a write that is accepted shows the record with what the request said.",
    section: "Resources and their fields > Conventions",
    mock: "it shows examples",
    conditional: true,
    each: true,
    on: ({ operation }) => hasEcho(operation),
    // `EchoWatch` decides instead, because the answers to two simultaneous writes to one record may show each other's
    // values.
    examine: () => undefined,
  }),
];
