import type { Ask } from "@plumbline/conformance";
import type { Share } from "./budget.ts";
import { SpentError } from "./spent-error.ts";

/** An `ask` that counts requests against a share, and throws when the share is used up. */
export const paidBy =
  (share: Share, ask: Ask): Ask =>
  async (call) => {
    if (!share.take()) throw new SpentError();
    return ask(call);
  };
