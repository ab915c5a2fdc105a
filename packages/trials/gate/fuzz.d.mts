import type { Proxied, Tried } from "./proxied.mjs";

export function drawnConversation(
  proxied: Proxied,
  seed: number,
  number: number,
  options?: { readonly idle?: number },
): Promise<Omit<Tried, "name"> & { readonly exchanges: number }>;
