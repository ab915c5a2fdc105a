import { bindContract, neutral } from "@plumbline/schemas";
import { scripted } from "../expect/scripted.test-support.ts";
import { Habits } from "../ground/habits.ts";
import { Patience } from "./patience.ts";
import type { UndoParts } from "./undo-parts.ts";

export const MARK = "plumbline-0123456789ab";

/** The parts of an undo, before a target that answers by a rule; the clock only adds up the waits. */
export function undoPartsOf(answer: Parameters<typeof scripted>[0], change: Partial<UndoParts> = {}) {
  const { ask, calls } = scripted(answer);
  let waited = 0;
  const parts: UndoParts = {
    contract: bindContract(neutral),
    mark: MARK,
    ask,
    pass: async (milliseconds) => {
      waited += milliseconds;
    },
    habits: new Habits(),
    patience: new Patience(120_000),
    mayStay: false,
    inVain: new Set(),
    seenGone: new Set(),
    failedRemovals: new Map(),
    firstRemovals: new Map(),
    isFree: () => false,
    served: (_operation, wanted) => wanted,
    ...change,
  };
  const asked = (): readonly string[] => calls.map(({ operation }) => operation);
  return { parts, calls, asked, waited: () => waited };
}
