import { bindContract, neutral } from "@plumbline/schemas";
import { scripted } from "../expect/scripted.test-support.ts";
import type { Desk } from "./desk.ts";

export const MARK = "plumbline-0123456789ab";

/** A desk before a target that answers by a rule; its clock only counts what is waited. */
export function deskOf(answer: Parameters<typeof scripted>[0], change: Partial<Desk> = {}) {
  const { ask, calls } = scripted(answer);
  let waited = 0;
  const desk: Desk = {
    contract: bindContract(neutral),
    mark: MARK,
    ask,
    pass: async (milliseconds) => {
      waited += milliseconds;
    },
    mayStay: false,
    inVain: new Set(),
    seenGone: new Set(),
    firstRemovals: new Map(),
    isFree: () => false,
    served: (_operation, wanted) => wanted,
    ...change,
  };
  const asked = (): readonly string[] => calls.map(({ operation }) => operation);
  return { desk, calls, asked, waited: () => waited };
}
