import { parseJson } from "@plumbline/client";
import { isWriteId, type OperationId, type WriteId } from "@plumbline/schemas";
import { recordOf } from "../../custody/bears.ts";
import { jsonOf, wasAccepted } from "../../expect/answers.ts";
import { type Fields, fieldsOf, isObject, member } from "../../json.ts";
import { lossIn } from "../../oracles/loss.ts";
import { type Shape, shapeOf } from "../../oracles/shape.ts";
import { asDescribed } from "../../requirements/kept/alert-configs.ts";
import { broken, decidedBy, upheld } from "../../rule/judgement.ts";
import type { Target } from "../../target/target.ts";
import { WRITES } from "../../writes/table.ts";
import type { Write } from "../../writes/write.ts";
import { type Passed, withoutAnswer } from "../passed.ts";
import { Bounded } from "./bounded.ts";
import type { Found, Onlooker } from "./onlooker.ts";

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

/** What a write carried is shown by its answer, and by the read of its record that follows. */
export function kept({ contract }: Target): Onlooker {
  /** By read and the values in its path. */
  const written = new Bounded<Written>();
  const lost = new Map<string, Set<string>>();
  const see = (passed: Passed): readonly Found[] => {
    const { call, exchange, recognised } = passed;
    if (!wasAccepted(exchange) || call.query?.["envelope"] === "true") return [];
    if (recognised.route.method === "GET") return ofRead(passed);
    for (const key of written.keys()) if (isAbout(key, recognised.captured)) written.delete(key);
    return call.due === undefined && isWriteId(call.operation) ? ofWrite(passed, call.operation) : [];
  };
  return { decides: DECIDES, see };

  function ofWrite(passed: Passed, operation: WriteId): readonly Found[] {
    const { exchange, recognised } = passed;
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
    if (read !== undefined && (effect.kind !== "makes" || typeof id === "string")) written.set(keyOf(read, path), one);
    return ofView(one, passed, json);
  }

  function ofRead(passed: Passed): readonly Found[] {
    const { call, exchange, recognised } = passed;
    const one = written.get(keyOf(call.operation, recognised.captured));
    if (one === undefined || exchange.startedAt - one.at < SHOWN_AFTER) return [];
    const { effect }: Write = WRITES[one.operation];
    const idName = effect.kind === "makes" ? contract.field(effect.id) : "id";
    return ofView(one, passed, recordOf(jsonOf(exchange), idName));
  }

  function ofView(one: Written, passed: Passed, record: unknown): readonly Found[] {
    const shape = shapeIn(passed);
    if (shape === undefined || typeof record !== "object" || record === null) return [];
    const { requirement } = one;
    const loss = lossIn(shownAs(one), record, shape);
    if (loss === undefined) return [{ requirement, judgement: upheld, passed: one.passed }];
    const where = `${requirement} ${loss.pointer}`;
    const seen = lost.get(where) ?? new Set();
    lost.set(where, seen.add(one.passed.exchange.id));
    if (seen.size < OFTEN && !LASTING.has(one.operation)) return [];
    const expected = `${passed.call.operation} with ${loss.expected} at ${loss.pointer}, as ${one.operation} was sent`;
    const judgement = decidedBy(broken(expected, loss.received), loss.pointer, passed.exchange);
    return [{ requirement, judgement, passed: { ...passed, call: one.passed.call } }];

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

type Captured = Readonly<Record<string, string>>;

const keyOf = (read: OperationId, captured: Captured): string =>
  [read, ...Object.entries(captured).map((pair) => pair.join("="))].toSorted().join(" ");

/** Whether a write at such a path may change the record under a key: one of the same place, or of a part of it. */
const isAbout = (key: string, captured: Captured): boolean => {
  const parts = key.split(" ");
  return Object.entries(captured).every((pair) => parts.includes(pair.join("="))) && Object.keys(captured).length > 0;
};

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
