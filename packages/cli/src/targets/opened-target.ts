import type { ConnectOptions, Limits } from "@plumbline/client";
import type { Target } from "@plumbline/conformance";

/** A target that is ready for requests; `close` ends everything that was started for it. */
export interface OpenedTarget {
  readonly target: Target;
  readonly connection: Partial<Pick<ConnectOptions, "rate" | "ca" | "rejectUnauthorized" | "proxies">> & {
    readonly limits?: Partial<Limits>;
  };
  readonly close: () => Promise<void>;
}
