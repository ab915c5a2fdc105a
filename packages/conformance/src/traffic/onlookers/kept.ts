import { parseJson } from "@plumbline/client";
import { type Contract, isWriteId, type OperationId, type WriteId } from "@plumbline/schemas";
import { recordOf } from "../../custody/bears.ts";
import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import { type Fields, fieldsOf, isObject, member } from "../../ground/json.ts";
import { broken, decidedBy, upheld } from "../../ground/judgement.ts";
import { lossIn } from "../../oracles/loss.ts";
import { shapeOf } from "../../oracles/shape.ts";
import { stated } from "../../oracles/stated.ts";
import { withoutMoment } from "../../requirements/backup/restores-to-clusters.ts";
import { asDescribed } from "../../requirements/kept/alert-configs.ts";
import { withoutTarget } from "../../requirements/kept/kept-writes.ts";
import { hasOtherBody } from "../../rule/dated.ts";
import type { Target } from "../../target/target.ts";
import { WRITES } from "../../writes/table.ts";
import type { Write } from "../../writes/write.ts";
import { type Passed, withoutAnswer } from "../passed.ts";
import { SETTLES } from "../settles.ts";
import { Bounded } from "./bounded.ts";
import { isAbout, makesOne, mayReach, placeKey } from "./concerns.ts";
import type { DoubtedWrite, Found, Onlooker } from "./onlooker.ts";

/** Milliseconds after which a read is assumed to show a write: the description states no time. */
const SHOWN_AFTER = 3_000;
/** How many writes must lose the value at the same place before the server counts as the cause, not another client. */
const OFTEN = 2;

const RULES: Readonly<Partial<Record<WriteId, string | ((sent: unknown) => string)>>> = {
  setAlertConfigEnabled: (sent) => (member(sent, "enabled") === true ? "ALC-TOGGLE-ON" : "ALC-TOGGLE-OFF"),
  createAlertConfig: "ALC-KEPT",
  updateAlertConfig: "ALC-KEPT",
  acknowledgeAlert: "ALT-KEPT",
  createSearchIndex: "SRCH-KEPT",
  replaceCustomAnalyzers: "SRCH-ANALYZERS-REPLACE",
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

/** Members that the request does not decide alone: clusters of some tiers have no auditing. */
const NOT_ALONE: Readonly<Partial<Record<WriteId, readonly string[]>>> = { updateAuditing: ["enabled"] };

/** The most writes to remember, to find those that overlapped with another. */
const MOST_WRITES = 200;

/** No operation changes the members that these create, so one record is enough. */
const LASTING: ReadonlySet<WriteId> = new Set(["createExportJob", "createRestoreJob"]);

/** The body of a write, remembered until the next write to the same record. */
interface Written {
  readonly operation: WriteId;
  readonly requirement: string;
  readonly passed: Passed;
  readonly at: number;
  readonly wire: unknown;
}

/** A finding that an answer does not show a written value. */
interface Missing {
  readonly one: Written;
  readonly where: string;
  readonly found: Found;
}

/** A finding from a read, held until no write can appear any more that was under way during the read. */
interface Unsettled extends Missing {
  readonly key: string;
  /** The time of the answer. */
  readonly at: number;
}

/** The answer to a write must show the sent values, and so must the next read of the record. */
export const kept = ({ contract }: Target): Onlooker => new Keeping(contract);

class Keeping implements Onlooker {
  readonly decides = DECIDES;
  readonly #contract: Contract;
  /** By the key of the read that shows the record. */
  readonly #written = new Bounded<Written>();
  readonly #lost = new Map<string, Set<string>>();
  #writes: readonly DoubtedWrite[] = [];
  #unsettled: readonly Unsettled[] = [];

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  readonly see = (passed: Passed): readonly Found[] => {
    const { call, exchange, recognised } = passed;
    if (!wasAccepted(exchange)) return [];
    const { startedAt: from, milliseconds } = exchange;
    if (recognised.route.method !== "GET") {
      const until = from + milliseconds;
      const isKept = call.due === undefined && call.query?.["envelope"] !== "true" && isWriteId(call.operation);
      const overtaken = this.#writes.filter((one) => one.until > from);
      this.doubt({ passed, place: recognised.captured, from, until });
      return isKept ? this.#ofWrite(passed, call.operation as WriteId, overtaken) : [];
    }
    const settled = this.#unsettled.filter(({ at }) => from - at > SETTLES);
    if (settled.length > 0) this.#unsettled = this.#unsettled.filter((one) => !settled.includes(one));
    const own = call.query?.["envelope"] === "true" ? [] : this.#ofRead(passed);
    return [...settled.flatMap((one) => this.#told(one)), ...own];
  };

  /** Forgets the records that this write may have changed, and findings from reads that ended after it began. */
  readonly doubt = (write: DoubtedWrite): void => {
    if (write.passed !== undefined && makesOne(write.passed)) return;
    for (const key of [...this.#written.keys()])
      if (this.#mayConcern(write, key, this.#written.get(key)?.operation)) this.#written.delete(key);
    this.#unsettled = this.#unsettled.filter(
      ({ key, at, one }) => !this.#mayConcern(write, key, one.operation) || at <= write.from,
    );
    this.#writes = [...this.#writes, write].slice(-MOST_WRITES);
  };

  readonly finish = (): readonly Found[] => this.#unsettled.flatMap((one) => this.#told(one));

  /** Judges and remembers a write, but not if it overlapped with another: answers may show either of the two. */
  #ofWrite(passed: Passed, operation: WriteId, overtaken: readonly DoubtedWrite[]): readonly Found[] {
    const { exchange, form: asked } = passed;
    const rule = RULES[operation];
    if (rule === undefined || (asked.kind === "dated" && hasOtherBody(operation, asked.date))) return [];
    const wire = sentIn(passed, operation);
    if (typeof wire !== "object" || wire === null) return [];
    const json = recordOf(jsonOf(exchange), this.#idOf(operation));
    const one: Written = {
      operation,
      requirement: typeof rule === "string" ? rule : rule(wire),
      passed: withoutAnswer(passed),
      at: exchange.startedAt + exchange.milliseconds,
      wire,
    };
    const key = this.#keyOf(passed, operation, json);
    if (key !== undefined) {
      if (overtaken.some((other) => this.#mayConcern(other, key, operation))) return [];
      this.#written.set(key, one);
    }
    const view = this.#viewOf(one, passed, json);
    if (view === undefined) return [];
    return "found" in view ? this.#told(view) : [view];
  }

  /** Whether a write may have changed the record under a key, which another operation wrote. */
  #mayConcern(write: DoubtedWrite, key: string, written: WriteId | undefined): boolean {
    return isAbout(write, key) && (written === undefined || mayReach(write, WRITES[written].kind, this.#contract));
  }

  /** The key of the read that shows a written record; `undefined` if no operation reads it, or if its id is unknown. */
  #keyOf({ recognised: { captured } }: Passed, operation: WriteId, json: unknown): string | undefined {
    const { effect }: Write = WRITES[operation];
    const read = effect.kind === "makes" || effect.kind === "changes" ? effect.read : readOf(operation);
    if (read === undefined) return undefined;
    if (effect.kind !== "makes") return placeKey(read, captured);
    const id = member(json, this.#idOf(operation));
    return typeof id === "string" ? placeKey(read, { ...captured, [effect.parameter]: id }) : undefined;
  }

  #ofRead(passed: Passed): readonly Found[] {
    const { call, exchange, recognised } = passed;
    const key = placeKey(call.operation, recognised.captured);
    const one = this.#written.get(key);
    if (one === undefined || exchange.startedAt - one.at < SHOWN_AFTER) return [];
    const at = exchange.startedAt + exchange.milliseconds;
    const view = this.#viewOf(one, passed, recordOf(jsonOf(exchange), this.#idOf(one.operation)));
    if (view === undefined) return [];
    if (!("found" in view)) return [view];
    this.#unsettled = [...this.#unsettled, { ...view, key, at }].slice(-MOST_WRITES);
    return [];
  }

  /** The finding, once enough writes show the same loss to exclude chance. */
  #told({ one, where, found }: Missing): readonly Found[] {
    const seen = this.#lost.get(where) ?? new Set();
    this.#lost.set(where, seen.add(one.passed.exchange.id));
    return seen.size < OFTEN && !LASTING.has(one.operation) ? [] : [found];
  }

  /** Whether an answer shows the values of a write: kept, a missing value, or `undefined` if it does not decide. */
  #viewOf(one: Written, passed: Passed, record: unknown): Found | Missing | undefined {
    const { call, exchange } = passed;
    const { result } = this.#contract.operation(call.operation, call.version);
    const shape = "schema" in result ? shapeOf([result.schema]) : undefined;
    if (shape === undefined || typeof record !== "object" || record === null) return undefined;
    const { requirement, operation, wire } = one;
    const shown = shownOf(operation, fieldsOf(wire), record, this.#contract);
    const loss = lossIn(shown, record, shape);
    if (loss === undefined) return { requirement, judgement: upheld, passed: one.passed };
    // The same loss may appear in any item of a list, so the place contains no index.
    const where = `${requirement} ${loss.pointer.replaceAll(/\/\d+(?=\/|$)/g, "/-")}`;
    const expected = `${call.operation} with ${loss.expected} at ${loss.pointer}, as ${operation} was sent`;
    const judgement = decidedBy(broken(expected, loss.received), loss.pointer, exchange);
    return { one, where, found: { requirement, judgement, passed: { ...passed, call: one.passed.call } } };
  }

  /** The member that holds the id of the record of a write. */
  #idOf(operation: WriteId): string {
    const { effect }: Write = WRITES[operation];
    return effect.kind === "makes" ? this.#contract.field(effect.id) : "id";
  }
}

/** The part of a request body that states members of the record, in the target's words. */
function sentIn({ exchange, recognised }: Passed, operation: WriteId): unknown {
  const form = recognised.route.body?.schema;
  const all = form && stated(parseJson(exchange.request.body ?? ""), shapeOf([form]));
  return isObject(all) ? without(all, NOT_ALONE[operation] ?? []) : all;
}

function readOf(operation: WriteId): OperationId | undefined {
  const { effect, on }: Write = WRITES[operation];
  const made = on && WRITES[on.create].effect;
  return (effect.kind === "owned" ? effect.read : undefined) ?? (made?.kind === "makes" ? made.read : undefined);
}

const without = (sent: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(sent).filter(([name]) => !names.includes(name)));

/** The part of a sent body that an answer must show. */
function shownOf(operation: WriteId, wire: Fields, record: unknown, contract: Contract): unknown {
  switch (operation) {
    case "createAlertConfig":
    case "updateAlertConfig":
      return asDescribed({ contract })(wire, record);
    case "createRestoreJob":
      return withoutMoment(wire["deliveryType"] === "download" ? fieldsOf(withoutTarget(wire, record)) : wire, record);
    default:
      return wire;
  }
}
