import { addressOf, type Recognised, Recogniser, type Target } from "@plumbline/conformance";

/** The operation of a request, and the part of its address after the base address of the server. */
export interface Found {
  readonly recognised: Recognised;
  readonly path: string;
}

/**
 * Returns a function that finds the operation of a request to a target; metrics discovery may have a server of its own.
 */
export function finderAt(target: Pick<Target, "baseUrl" | "metricsUrl" | "contract">) {
  const recogniser = new Recogniser(target.contract);
  const bases = [
    ["service", target.baseUrl] as const,
    ...(target.metricsUrl === undefined ? [] : [["metrics", target.metricsUrl] as const]),
  ].flatMap(([base, url]) => {
    const own = addressOf(url);
    return own === undefined ? [] : [{ base, origin: own.origin, prefix: own.path === "/" ? "" : own.path }];
  });
  return (method: string, url: string): Found | undefined => {
    const address = addressOf(url);
    if (address === undefined) return undefined;
    for (const { base, origin, prefix } of bases) {
      if (origin !== address.origin || !address.path.startsWith(`${prefix}/`)) continue;
      const path = address.path.slice(prefix.length);
      const recognised = recogniser.find(method, path);
      if (recognised?.route.base !== base) continue;
      return { recognised, path: address.query === undefined ? path : `${path}?${address.query}` };
    }
    return undefined;
  };
}
