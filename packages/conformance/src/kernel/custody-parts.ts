import { Patience } from "../custody/patience.ts";
import type { CustodyParts } from "../custody/request.ts";
import { fieldsOf } from "../json.ts";
import { MARK } from "../mark.ts";
import { forbidden } from "../rule/permission.ts";
import type { Target } from "../target/target.ts";
import type { World } from "../target/world.ts";
import { compose } from "./compose.ts";
import { Habits } from "./habits.ts";
import { pathOf, placeOf } from "./where.ts";

/** Milliseconds that what takes something back is waited for, unless the user says otherwise. */
export const PATIENCE = 120_000;

/** What a custody needs of a conversation with a target; `world` is what is known of it at that moment. */
export function custodyParts(
  target: Target,
  world: () => World,
  {
    habits = new Habits(),
    mark = MARK,
    patience = new Patience(PATIENCE),
    ...conversation
  }: Pick<CustodyParts, "ask" | "pass"> & Partial<Pick<CustodyParts, "habits" | "mark" | "patience" | "rounds">>,
): CustodyParts {
  const { allow, contract, fixtures, speed, versions } = target;
  return {
    ...conversation,
    habits,
    contract,
    mark,
    patience,
    ...(speed === undefined ? {} : { speed }),
    inVain: new Set(),
    seenGone: new Set(),
    firstRemovals: new Map(),
    mayStay: allow.has("irreversible"),
    served: (operation, wanted) => {
      const { routes } = contract.operation(operation);
      const own = routes.map(({ version }) => version).filter((one) => versions.some((version) => version === one));
      return own.includes(wanted) ? wanted : own.at(-1);
    },
    pathOf: (call) => pathOf(call, target, world()),
    placeOf: (call) => placeOf(call, target, world()),
    bodyOf: (call) => {
      const { body } = compose(call, target, world());
      return typeof body === "string" ? body : undefined;
    },
    isGiven: (value) => fixtures.copiedSnapshotId === value && allow.has("irreversible"),
    isFree: ({ free, end }, path) =>
      free !== undefined &&
      path[free.parameter] === fixtures[free.fixture] &&
      forbidden(contract.operation(end).risk, target) === undefined,
    isKnown: (parameter, value) => fieldsOf(world().fixtures)[parameter] === value,
  };
}
