import type { Exchange } from "@plumbline/client";
import { isWriteId, type OperationId, type RouteVersion } from "@plumbline/schemas";
import { Custody } from "../custody/custody.ts";
import type { BystanderCare } from "../custody/request.ts";
import { scripted } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import { noJournal } from "../ground/journal.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { testTarget } from "../target/target.test-support.ts";
import type { Target } from "../target/target.ts";
import { custodyParts } from "./custody-parts.ts";
import { Story } from "./story.ts";

/** The id of the one record that a scripted story knows. */
export const ID = "32b6e34b3d91647abb20e7b9";

interface Scene {
  readonly operation?: OperationId;
  readonly version?: RouteVersion;
  readonly fixtures?: Readonly<Record<string, string>>;
  readonly unbound?: readonly string[];
  readonly target?: Partial<Target>;
  /** The custody carries out writes, as in a run. */
  readonly isCarried?: boolean;
  /** How the run protects records that a write does not address. Default: not at all. */
  readonly bystanders?: BystanderCare;
}

/** A story on a target that answers by a rule; its clock only adds up the waits. */
export function storyOn(answer: (call: Call, index: number) => Exchange, scene: Scene = {}) {
  const { operation = "getAlertConfig", version = "2", fixtures = { alertConfigId: ID }, unbound = [] } = scene;
  const { bystanders = "none" } = scene;
  const target = testTarget("http://127.0.0.1:1", scene.target);
  const world = {
    ...emptyWorld(target),
    fixtures: { ...target.fixtures, ...fixtures },
    unbound: new Map(unbound.map((key) => [key, "it is not there"])),
  };
  const { ask, calls } = scripted(answer);
  const waits: number[] = [];
  const pass = async (milliseconds: number): Promise<void> => {
    waits.push(milliseconds);
  };
  const custody = new Custody(
    custodyParts(target, () => world, { ask, pass, bystanders }),
    noJournal,
  );
  const shown: Exchange[] = [];
  const { contract, mock, versions } = target;
  const subject = { operation: contract.operation(operation, version), version };
  const tell = (by: string): Story =>
    new Story({
      subject,
      world,
      contract,
      mock,
      ask: (call) =>
        scene.isCarried && isWriteId(call.operation)
          ? custody.carry(call, call.keptFor ?? by, () => ask(call))
          : ask(call),
      custody,
      by,
      versions,
      pass,
      speed: target.speed ?? 1,
      roles: new Set(),
      lends: (key) => target.credentials[key] !== undefined,
      shown: (exchange) => shown.push(exchange),
    });
  return {
    story: tell("A@getAlertConfig/v2"),
    tell,
    calls,
    shown,
    waits,
    waited: () => waits.reduce((sum, one) => sum + one, 0),
    world,
    custody,
  };
}

/** The judgement with which a step ends a story; `undefined` if the story continues. */
export const judgementOf = (step: () => unknown): Promise<unknown> =>
  Promise.resolve()
    .then(step)
    .then(
      () => undefined,
      (thrown: { readonly judgement?: unknown }) => thrown.judgement,
    );
