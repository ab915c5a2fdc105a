import { type Exchange, parseJson } from "@plumbline/client";
import type { RunEvent } from "@plumbline/report";
import { isWriteId, type RouteVersion } from "@plumbline/schemas";
import { exchangeOf, scripted } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import { custodyParts } from "../kernel/custody-parts.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { testTarget } from "../target/target.test-support.ts";
import type { Target } from "../target/target.ts";
import { Ledger } from "./ledger.ts";
import { RecordLists } from "./record-lists.ts";
import type { CustodyParts, Request } from "./request.ts";
import { MARK } from "./undo-parts.test-support.ts";

export const PROJECT = "32b6e34b3d91647abb20e7b8";
export const CLUSTER = { groupId: PROJECT, clusterName: "Cluster0" };

/** A body that creates an alert configuration with this text. */
export const alertWith = (text: string) => ({ notifications: [{ emailAddress: `${text}@example.com` }] });

/** A request without an answer, because the connection was cut. */
export const cutOff = (): Exchange => ({ ...exchangeOf(500), response: { fault: "reset", message: "cut off" } });

/** The parts of a custody, before a target that answers by a rule; the clock only adds up the waits. */
export function sceneOf(
  answer: (call: Call, index: number) => Exchange,
  change: Partial<CustodyParts> = {},
  target: Partial<Target> = {},
) {
  const { ask, calls } = scripted(answer);
  const waits: number[] = [];
  const pass = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
  const own = testTarget("http://127.0.0.1:1", {
    fixtures: CLUSTER,
    allow: new Set(["read", "create", "update", "delete"]),
    ...target,
  });
  const parts: CustodyParts = {
    ...custodyParts(own, () => emptyWorld(own), { ask, pass, mark: MARK }),
    ...change,
  };
  const journal: RunEvent[] = [];
  const ledger = new Ledger({ append: (line) => journal.push(line) }, MARK);
  const lists = new RecordLists(parts, (list, path, ids) => journal.push({ type: "place", list, path, ids: [...ids] }));
  /** The request of a call; by default the scripted target answers it. */
  const requestOf = (call: Call, by = "A", send: Request["send"] = () => ask(call)): Request => {
    const { operation } = call;
    if (!isWriteId(operation)) throw new Error(`${operation} writes nothing`);
    const text = parts.bodyOf(call);
    const sent = text === undefined ? undefined : parseJson(text);
    return { call, operation, version: call.version as RouteVersion, path: parts.placeOf(call), sent, by, send };
  };
  const asked = (): readonly string[] => calls.map(({ operation }) => operation);
  const types = (): readonly string[] => journal.map(({ type }) => type);
  return { parts, ledger, lists, requestOf, ask, asked, calls, journal, types, waits };
}
