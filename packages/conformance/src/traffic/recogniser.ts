import type { BoundRoute, Contract, OperationId } from "@plumbline/schemas";
import type { Address } from "./address.ts";

/** The operation that a request is addressed to. */
export interface Recognised {
  readonly operation: OperationId;
  readonly route: BoundRoute;
  /** Path parameters as sent, still percent-encoded. */
  readonly captured: Readonly<Record<string, string>>;
}

interface Known {
  readonly operation: OperationId;
  readonly route: BoundRoute;
  readonly segments: readonly string[];
}

/** Finds the operation of a contract for a method and a path. */
export class Recogniser {
  /** By method and number of segments. If two match, the one with the earlier literal segment comes first. */
  readonly #known = new Map<string, Known[]>();

  constructor({ operations }: Contract) {
    const all = operations.flatMap(({ id, routes }) =>
      routes.map((route): Known => ({ operation: id, route, segments: segmentsOf(route.path) })),
    );
    for (const one of all.toSorted(byLiterals)) {
      const key = keyOf(one.route.method, one.segments);
      this.#known.set(key, [...(this.#known.get(key) ?? []), one]);
    }
  }

  /** The operation at a path relative to the base URL; `undefined` if the contract has none. */
  find(method: string, path: string): Recognised | undefined {
    const segments = segmentsOf(path);
    const found = this.#known.get(keyOf(method, segments))?.find((one) => fits(one.segments, segments));
    if (found === undefined) return undefined;
    const places = found.segments.flatMap((segment, index) =>
      isParameter(segment) ? [[segment.slice(1, -1), segments[index] ?? ""] as const] : [],
    );
    return { operation: found.operation, route: found.route, captured: Object.fromEntries(places) };
  }

  /**
   * * The base URL of the server, derived from a request: the part of its URL before the path of an operation;
   * `undefined` if no operation matches.
   */
  baseOf(method: string, { origin, path }: Address): string | undefined {
    for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
      const found = this.find(method, path.slice(at));
      // The two standalone operations have short paths, which any server may have.
      if (found !== undefined && found.route.version !== "standalone") return origin + path.slice(0, at);
    }
    return undefined;
  }
}

const keyOf = (method: string, segments: readonly string[]): string => `${method} ${segments.length}`;
const segmentsOf = (path: string): readonly string[] => path.slice(1).split("/");
const isParameter = (segment: string): boolean => segment.startsWith("{");

const fits = (template: readonly string[], segments: readonly string[]): boolean =>
  template.every((segment, index) => (isParameter(segment) ? segments[index] !== "" : segment === segments[index]));

/** A brace sorts behind all letters, so a literal wins over a parameter at the same position. */
const byLiterals = (one: Known, other: Known): number => (one.route.path < other.route.path ? -1 : 1);
