export interface Tried {
  readonly side: "client" | "server";
  readonly name: string;
  readonly outcome: string;
  readonly problems: readonly string[];
}

export interface Proxied {
  readonly server: object;
  readonly url: URL;
  readonly close: () => void;
}

export function openProxied(open: (url: string) => Promise<string>): Promise<Proxied>;
export function tryHostile(
  proxied: Proxied,
  onTried: (tried: Tried) => void,
  options?: { readonly idle?: number },
): Promise<void>;
