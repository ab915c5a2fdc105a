import { isDeepStrictEqual } from "node:util";
import { parseJson } from "@plumbline/client";
import { INTERFACE_VERSIONS, type RouteVersion } from "@plumbline/schemas";
import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import { fieldsOf } from "../../ground/json.ts";
import { broken, upheld } from "../../ground/judgement.ts";
import { difference } from "../../oracles/difference.ts";
import { type Passed, withoutAnswer } from "../passed.ts";
import { Bounded } from "./bounded.ts";
import type { DoubtedWrite, Found, Onlooker } from "./onlooker.ts";

const RULE = "ALC-TOGGLE-ONLY";
/** What a toggle may change. */
const TOGGLED: readonly string[] = ["enabled", "updated"];
/** Configurations that show another change before it is the toggle's doing, and not somebody else's. */
const OFTEN = 2;

/** A configuration as it was read, and the toggle that came after it. */
interface Known {
  readonly record: Readonly<Record<string, unknown>>;
  /** When that was answered, milliseconds since the epoch. */
  readonly end: number;
  readonly toggle?: Passed;
}

/** A configuration that is read, toggled and read again has changed in nothing else. */
export function toggles(): Onlooker {
  const known = new Bounded<Known>();
  const changed = new Set<string>();
  const see = (passed: Passed): readonly Found[] => {
    const { call, exchange, recognised } = passed;
    const { groupId = "", alertConfigId: id } = recognised.captured;
    if (id === undefined || !wasAccepted(exchange)) return [];
    const place = `${groupId} ${id}`;
    switch (recognised.operation) {
      case "getAlertConfig":
        return call.query?.["envelope"] === "true" ? [] : read(passed, place);
      case "setAlertConfigEnabled":
        return toggle(passed, place);
      default:
        if (recognised.route.method !== "GET") forget(place);
        return [];
    }
  };
  return { decides: [RULE], see, doubt };

  function read(passed: Passed, place: string): readonly Found[] {
    const { exchange, recognised } = passed;
    const key = keyOf(recognised.route.version, place);
    const before = known.get(key);
    const end = exchange.startedAt + exchange.milliseconds;
    const record = except(jsonOf(exchange));
    // Asked for while the toggle was under way, it may show either state, and be followed by a later one.
    if (before?.toggle !== undefined && exchange.startedAt < endOf(before.toggle)) return [];
    known.set(key, { record, end });
    if (before?.toggle === undefined) return [];
    if (isDeepStrictEqual(before.record, record))
      return [{ requirement: RULE, judgement: upheld, passed: before.toggle }];
    changed.add(place);
    if (changed.size < OFTEN) return [];
    const judgement = broken("every other member as before the toggle", difference(before.record, record));
    return [{ requirement: RULE, judgement, passed: { ...passed, call: before.toggle.call } }];
  }

  function toggle(passed: Passed, place: string): readonly Found[] {
    const names = Object.keys(fieldsOf(parseJson(passed.exchange.request.body ?? "")));
    for (const version of INTERFACE_VERSIONS) {
      const key = keyOf(version, place);
      const one = known.get(key);
      const isKnown = one !== undefined && one.end <= passed.exchange.startedAt && isEnabledAlone(names);
      if (isKnown) known.set(key, { ...one, toggle: withoutAnswer(passed) });
      else known.delete(key);
    }
    return [];
  }

  function doubt({ place }: DoubtedWrite): void {
    const { groupId, alertConfigId } = place ?? {};
    if (alertConfigId !== undefined) forget(`${groupId ?? ""} ${alertConfigId}`);
    else if (place === undefined) for (const key of [...known.keys()]) known.delete(key);
  }

  function forget(place: string): void {
    for (const version of INTERFACE_VERSIONS) known.delete(keyOf(version, place));
  }
}

const keyOf = (version: RouteVersion, place: string): string => `${version} ${place}`;

const endOf = ({ exchange: { startedAt, milliseconds } }: Passed): number => startedAt + milliseconds;

const isEnabledAlone = (names: readonly string[]): boolean => names.length === 1 && names[0] === "enabled";

const except = (json: unknown): Known["record"] =>
  Object.fromEntries(Object.entries(fieldsOf(json)).filter(([name]) => !TOGGLED.includes(name)));
