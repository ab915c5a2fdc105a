import type { Tried } from "./proxied.mjs";

export interface Served {
  readonly url: string;
  readonly token: string;
  /** A path, or an address, that is answered well with `headers`. */
  readonly good: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly stands: () => boolean;
}

export function callHostile(
  name: "ui" | "control" | "serve",
  served: Served,
  onTried: (tried: Omit<Tried, "side"> & { readonly side: string }) => void,
): Promise<void>;
