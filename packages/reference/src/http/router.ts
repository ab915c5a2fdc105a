import type { Mount } from "../decisions/mount.ts";

/** A route whose method and path match the request. */
export interface Found {
  readonly mount: Mount;
  /** Path parameters by name, as sent: still percent-encoded. */
  readonly captured: ReadonlyMap<string, string>;
}

/** The result for a method and a path: an operation, the operations under other methods, or nothing. */
export type Routing =
  | ({ readonly kind: "found" } & Found)
  | { readonly kind: "other-methods"; readonly mounts: readonly Mount[] }
  | { readonly kind: "nothing" };

interface Node {
  readonly literals: Map<string, Node>;
  parameter: Node | undefined;
  readonly mounts: Map<string, Leaf>;
}

interface Leaf {
  readonly mount: Mount;
  /** The index of each parameter in the path. */
  readonly places: readonly (readonly [name: string, index: number])[];
}

const newNode = (): Node => ({ literals: new Map(), parameter: undefined, mounts: new Map() });

/** A tree over path segments, built once. At the same place, a literal segment takes precedence over a parameter. */
export class Router {
  readonly #root = newNode();

  constructor(mounts: Iterable<Mount>) {
    for (const mount of mounts) {
      const segments = mount.path.slice(1).split("/");
      const leaf = segments.reduce(step, this.#root);
      const places = segments.flatMap((segment, index) =>
        isParameter(segment) ? [[segment.slice(1, -1), index] as const] : [],
      );
      leaf.mounts.set(mount.method, { mount, places });
    }
  }

  find(method: string, path: string): Routing {
    if (!path.startsWith("/")) return { kind: "nothing" };
    const segments = path.slice(1).split("/");
    const node = walk(this.#root, segments, 0);
    if (node === undefined) return { kind: "nothing" };
    const leaf = node.mounts.get(method);
    if (leaf === undefined)
      return { kind: "other-methods", mounts: [...node.mounts.values()].map(({ mount }) => mount) };
    const captured = new Map(leaf.places.map(([name, index]) => [name, segments[index] ?? ""]));
    return { kind: "found", mount: leaf.mount, captured };
  }
}

const isParameter = (segment: string): boolean => segment.startsWith("{");

function step(node: Node, segment: string): Node {
  if (isParameter(segment)) {
    node.parameter ??= newNode();
    return node.parameter;
  }
  const next = node.literals.get(segment) ?? newNode();
  node.literals.set(segment, next);
  return next;
}

function walk(node: Node, segments: readonly string[], depth: number): Node | undefined {
  const segment = segments[depth];
  if (segment === undefined) return node.mounts.size > 0 ? node : undefined;
  const literal = node.literals.get(segment);
  const found = literal && walk(literal, segments, depth + 1);
  if (found !== undefined || segment === "" || node.parameter === undefined) return found;
  return walk(node.parameter, segments, depth + 1);
}
