import type { Ask } from "@plumbline/conformance";
import type { Share } from "./budget.ts";
import { SpentError } from "./spent-error.ts";

/** Asks as long as a share has something left. */
export const paidBy =
  (share: Share, ask: Ask): Ask =>
  async (call) => {
    if (!share.take()) throw new SpentError();
    return ask(call);
  };
