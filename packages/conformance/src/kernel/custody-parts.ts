import { Patience } from "../custody/patience.ts";
import type { CustodyParts } from "../custody/request.ts";
import { Habits } from "../ground/habits.ts";
import { fieldsOf } from "../ground/json.ts";
import { limitsOn } from "../ground/limits.ts";
import { freshName, MARK } from "../ground/mark.ts";
import { forbidden } from "../target/permission.ts";
import type { Target } from "../target/target.ts";
import type { World } from "../target/world.ts";
import { WRITES } from "../writes/table.ts";
import type { Write } from "../writes/write.ts";
import { compose } from "./compose.ts";
import { pathOf, placeOf } from "./where.ts";

/** Milliseconds to wait for operations that undo something, unless the user states another time. */
export const PATIENCE = 120_000;

/** How a custody talks to its target; the defaults are those of a run. */
type Conversation = Pick<CustodyParts, "ask" | "pass"> &
  Partial<
    Pick<CustodyParts, "bystanders" | "concluded" | "habits" | "mark" | "now" | "patience" | "rounds" | "send" | "wait">
  >;

/**
 * The parts of a custody from a conversation with a target; `world` returns what the run knows of the target at that
 * moment.
 */
export function custodyParts(
  target: Target,
  world: () => World,
  { habits = new Habits(), mark = MARK, patience = new Patience(PATIENCE), ...conversation }: Conversation,
): CustodyParts {
  const { allow, contract, fixtures, speed, versions } = target;
  return {
    bystanders: "none",
    concluded: async () => undefined,
    now: () => Date.now(),
    send: conversation.ask,
    wait: conversation.pass,
    ...conversation,
    habits,
    contract,
    mark,
    patience,
    limits: limitsOn(target),
    ...(speed === undefined ? {} : { speed }),
    inVain: new Set(),
    seenGone: new Set(),
    failedRemovals: new Map(),
    firstRemovals: new Map(),
    mayStay: allow.has("irreversible"),
    served: (operation, wanted) => {
      const { routes } = contract.operation(operation);
      const own = routes.map(({ version }) => version).filter((one) => versions.some((version) => version === one));
      // The names of a profile give some operations a path in the other version too, which a target need not serve.
      const found = own.filter((one) => !world().unbound.has(`${operation}/${one}`));
      const able = found.length > 0 ? found : own;
      return able.includes(wanted) ? wanted : able.at(-1);
    },
    pathOf: (call) => pathOf(call, target, world()),
    placeOf: (call) => placeOf(call, target, world()),
    bodyOf: (call) => {
      const { body } = compose(call, target, world());
      return typeof body === "string" ? body : call.rawBody;
    },
    permits: (operation) => forbidden(contract.operation(operation).risk, target) === undefined,
    plainBody: (operation, version) => {
      const { body, names = [] }: Write = WRITES[operation];
      if (names.some((name) => world().fixtures[name] === undefined)) return undefined;
      return body?.({ contract, world: world(), operation, version, name: freshName() });
    },
    known: (parameter) => {
      const value = fieldsOf(world().fixtures)[parameter];
      return typeof value === "string" ? value : undefined;
    },
    projects: () => {
      const { groupId, oldEngineGroupId, otherGroupId, sharedGroupId } = world().fixtures;
      const stated = [groupId, otherGroupId, sharedGroupId, oldEngineGroupId].filter((id) => id !== undefined);
      return [...new Set([...stated, ...(world().siblings ?? [])])];
    },
    siblings: () => world().siblings ?? [],
    projectOfOthers: () => (target.credentials.otherProject === undefined ? undefined : world().fixtures.otherGroupId),
    isGiven: (value) => fixtures.copiedSnapshotId === value && allow.has("irreversible"),
    isFree: ({ free, end }, path) =>
      free !== undefined &&
      path[free.parameter] === fixtures[free.fixture] &&
      forbidden(contract.operation(end).risk, target) === undefined,
    isKnown: (parameter, value) => fieldsOf(world().fixtures)[parameter] === value,
  };
}
