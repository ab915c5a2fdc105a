import { parseJson } from "@plumbline/client";
import { isWriteId, type OperationId, type WriteId } from "@plumbline/schemas";
import { recordOf } from "../../custody/bears.ts";
import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import { type Fields, fieldsOf, isObject, member } from "../../ground/json.ts";
import { broken, decidedBy, upheld } from "../../ground/judgement.ts";
import { lossIn } from "../../oracles/loss.ts";
import { type Shape, shapeOf } from "../../oracles/shape.ts";
import { asDescribed } from "../../requirements/kept/alert-configs.ts";
import { hasOtherBody } from "../../rule/dated.ts";
import type { Target } from "../../target/target.ts";
import { WRITES } from "../../writes/table.ts";
import type { Write } from "../../writes/write.ts";
import { type Passed, withoutAnswer } from "../passed.ts";
import { SETTLES } from "../settles.ts";
import { Bounded } from "./bounded.ts";
import { concerns, placeKey } from "./concerns.ts";
import type { DoubtedWrite, Found, Onlooker } from "./onlooker.ts";

/** Milliseconds after which a read is taken to show a write: how soon it does is not stated. */
const SHOWN_AFTER = 3_000;
/** Records that show another value at one place before it is lost, and not somebody else's change. */
const OFTEN = 2;

const RULES: Readonly<Partial<Record<WriteId, string | ((sent: unknown) => string)>>> = {
  setAlertConfigEnabled: (sent) => (member(sent, "enabled") === true ? "ALC-TOGGLE-ON" : "ALC-TOGGLE-OFF"),
  createAlertConfig: "ALC-KEPT",
  updateAlertConfig: "ALC-KEPT",
  acknowledgeAlert: "ALT-KEPT",
  createSearchIndex: "SRCH-KEPT",
  updateBackupSchedule: "SCH-KEPT",
  createExportBucket: "EXB-KEPT",
  createExportJob: "EXJ-KEPT",
  createRestoreJob: "RST-KEPT",
  takeSnapshot: "SNP-KEPT",
  updateAuditing: "AUD-ROUNDTRIP",
  updateCustomDns: "DNS-ROUNDTRIP",
};

const DECIDES: readonly string[] = [
  ...new Set(
    Object.values(RULES).flatMap((rule) => (typeof rule === "string" ? rule : [rule({ enabled: true }), rule({})])),
  ),
];

/** Where it is on is not the request's to say alone: clusters of some tiers have none. */
const NOT_ALONE: Readonly<Partial<Record<WriteId, readonly string[]>>> = { updateAuditing: ["enabled"] };

/** Writes that are remembered as such: those that may have been under way at the time of another. */
const MOST_WRITES = 200;

/** Nobody can change what these were made with, so one record tells. */
const LASTING: ReadonlySet<WriteId> = new Set(["createExportJob", "createRestoreJob"]);

/** What was sent, until the next write to the same record. */
interface Written {
  readonly operation: WriteId;
  readonly requirement: string;
  readonly passed: Passed;
  readonly at: number;
  readonly wire: unknown;
}

/** An answer that does not show what was written. */
interface Missing {
  readonly one: Written;
  readonly where: string;
  readonly found: Found;
}

/** One of a read, until no write can turn up any more that was under way then. */
interface Unsettled extends Missing {
  readonly key: string;
  /** When it was answered. */
  readonly at: number;
}

/** What a write carried is shown by its answer, and by the read of its record that follows. */
export function kept({ contract }: Target): Onlooker {
  /** By read and the values in its path. */
  const written = new Bounded<Written>();
  const lost = new Map<string, Set<string>>();
  let writes: readonly DoubtedWrite[] = [];
  let unsettled: readonly Unsettled[] = [];
  const see = (passed: Passed): readonly Found[] => {
    const { call, exchange, recognised } = passed;
    if (!wasAccepted(exchange)) return [];
    const { startedAt: from, milliseconds } = exchange;
    if (recognised.route.method !== "GET") {
      const until = from + milliseconds;
      const isKept = call.due === undefined && call.query?.["envelope"] !== "true" && isWriteId(call.operation);
      const overtaken = writes.filter((one) => one.until > from);
      forget({ passed, place: recognised.captured, from, until });
      return isKept ? ofWrite(passed, call.operation as WriteId, overtaken) : [];
    }
    const settled = unsettled.filter(({ at }) => from - at > SETTLES);
    if (settled.length > 0) unsettled = unsettled.filter((one) => !settled.includes(one));
    const own = call.query?.["envelope"] === "true" ? [] : ofRead(passed);
    return [...settled.flatMap(told), ...own];
  };
  return { decides: DECIDES, see, doubt: forget, finish: () => unsettled.flatMap(told) };

  /** What a write may have changed is not known any more, nor what was read of it while it was under way. */
  function forget(write: DoubtedWrite): void {
    if (write.passed !== undefined && makes(write.passed)) return;
    const isAbout = (key: string): boolean => write.place === undefined || concerns(key, write.place);
    for (const key of [...written.keys()]) if (isAbout(key)) written.delete(key);
    unsettled = unsettled.filter(({ key, at }) => !isAbout(key) || at <= write.from);
    writes = [...writes, write].slice(-MOST_WRITES);
  }

  /** One that another write may have overtaken is not remembered: nobody knows which of the two is shown. */
  function ofWrite(passed: Passed, operation: WriteId, overtaken: readonly DoubtedWrite[]): readonly Found[] {
    const { exchange, form: asked, recognised } = passed;
    if (asked.kind === "dated" && hasOtherBody(operation, asked.date)) return [];
    const rule = RULES[operation];
    const form = recognised.route.body?.schema;
    const all = form && stated(parseJson(exchange.request.body ?? ""), shapeOf([form]));
    const wire = isObject(all) ? without(all, NOT_ALONE[operation] ?? []) : all;
    if (rule === undefined || typeof wire !== "object" || wire === null) return [];
    const requirement = typeof rule === "string" ? rule : rule(wire);
    const { effect }: Write = WRITES[operation];
    const idName = effect.kind === "makes" ? contract.field(effect.id) : "id";
    const json = recordOf(jsonOf(exchange), idName);
    const one: Written = {
      operation,
      requirement,
      passed: withoutAnswer(passed),
      at: exchange.startedAt + exchange.milliseconds,
      wire,
    };
    const read = effect.kind === "makes" || effect.kind === "changes" ? effect.read : readOf(operation);
    const id = effect.kind === "makes" ? member(json, idName) : undefined;
    const path = { ...recognised.captured, ...(effect.kind === "makes" && { [effect.parameter]: String(id) }) };
    if (read === undefined || (effect.kind === "makes" && typeof id !== "string")) return answer();
    const key = placeKey(read, path);
    const isOvertaken = overtaken.some(({ place }) => place === undefined || concerns(key, place));
    if (isOvertaken) return [];
    written.set(key, one);
    return answer();

    function answer(): readonly Found[] {
      const view = ofView(one, passed, json);
      if (view === undefined) return [];
      return "found" in view ? told(view) : [view];
    }
  }

  function ofRead(passed: Passed): readonly Found[] {
    const { call, exchange, recognised } = passed;
    const key = placeKey(call.operation, recognised.captured);
    const one = written.get(key);
    if (one === undefined || exchange.startedAt - one.at < SHOWN_AFTER) return [];
    const { effect }: Write = WRITES[one.operation];
    const idName = effect.kind === "makes" ? contract.field(effect.id) : "id";
    const at = exchange.startedAt + exchange.milliseconds;
    const view = ofView(one, passed, recordOf(jsonOf(exchange), idName));
    if (view === undefined) return [];
    if (!("found" in view)) return [view];
    unsettled = [...unsettled, { ...view, key, at }].slice(-MOST_WRITES);
    return [];
  }

  /** What shows in enough records to be no chance. */
  function told({ one, where, found }: Missing): readonly Found[] {
    const seen = lost.get(where) ?? new Set();
    lost.set(where, seen.add(one.passed.exchange.id));
    return seen.size < OFTEN && !LASTING.has(one.operation) ? [] : [found];
  }

  /** What an answer shows of a write: that it was kept, what of it is missing, or nothing. */
  function ofView(one: Written, passed: Passed, record: unknown): Found | Missing | undefined {
    const shape = shapeIn(passed);
    if (shape === undefined || typeof record !== "object" || record === null) return undefined;
    const { requirement } = one;
    const loss = lossIn(shownAs(one), record, shape);
    if (loss === undefined) return { requirement, judgement: upheld, passed: one.passed };
    const where = `${requirement} ${loss.pointer}`;
    const expected = `${passed.call.operation} with ${loss.expected} at ${loss.pointer}, as ${one.operation} was sent`;
    const judgement = decidedBy(broken(expected, loss.received), loss.pointer, passed.exchange);
    return { one, where, found: { requirement, judgement, passed: { ...passed, call: one.passed.call } } };

    function shownAs({ wire, operation }: Written): unknown {
      const isConfig = operation === "createAlertConfig" || operation === "updateAlertConfig";
      return isConfig ? asDescribed({ contract })(fieldsOf(wire), record) : wire;
    }
  }

  function shapeIn({ call }: Passed): Shape | undefined {
    const { result } = contract.operation(call.operation, call.version);
    return "schema" in result ? shapeOf([result.schema]) : undefined;
  }
}

function readOf(operation: WriteId): OperationId | undefined {
  const { effect, on }: Write = WRITES[operation];
  const made = on && WRITES[on.create].effect;
  return (effect.kind === "owned" ? effect.read : undefined) ?? (made?.kind === "makes" ? made.read : undefined);
}

/** One more record changes none of those that are there. */
const makes = ({ recognised: { operation } }: Passed): boolean =>
  isWriteId(operation) && WRITES[operation].effect.kind === "makes";

const without = (sent: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(sent).filter(([name]) => !names.includes(name)));

/** What a request may state: what is not listed for it is the server's own, as ids are. */
function stated(value: unknown, shape: Shape | undefined): unknown {
  if (Array.isArray(value)) return value.map((one) => stated(one, shape?.items));
  if (!isObject(value) || shape === undefined || shape.isFree) return value;
  const known = Object.entries(value).flatMap(([name, inner]) => {
    const own = name === "id" ? undefined : shape.member(name);
    return own === undefined ? [] : [[name, stated(inner, own)] as const];
  });
  return Object.fromEntries(known);
}
