import type { Target } from "../target/target.ts";
import { addressOf } from "./address.ts";
import { type Recognised, Recogniser } from "./recogniser.ts";

/** The destination of a request: another server, an unknown path of the target, or an operation that it offers. */
export type Addressed =
  | { readonly kind: "elsewhere" }
  | { readonly kind: "unknown" }
  | { readonly kind: "operation"; readonly recognised: Recognised; readonly query: string | undefined };

/** Finds the operation of the target that a method and a URL address. */
export class Addressing {
  readonly #target: Target;
  readonly #recogniser: Recogniser;

  constructor(target: Target) {
    this.#target = target;
    this.#recogniser = new Recogniser(target.contract);
  }

  of(method: string, url: string): Addressed {
    const address = addressOf(url);
    const paths = address === undefined ? [] : this.#pathsIn(address.origin, address.path);
    if (address === undefined || paths.length === 0) return { kind: "elsewhere" };
    const found = paths.map((path) => this.#recogniser.find(method, path));
    const recognised = found.find((one) => one !== undefined);
    if (recognised === undefined || !this.#isServed(recognised)) return { kind: "unknown" };
    return { kind: "operation", recognised, query: address.query };
  }

  /**
   * The path relative to the base URL of the target, and relative to that of metrics discovery. One may lie below the
   * other, so both may match.
   */
  #pathsIn(origin: string, path: string): readonly string[] {
    return [this.#target.baseUrl, this.#target.metricsUrl].flatMap((base) => {
      const own = base === undefined ? undefined : addressOf(base);
      const prefix = own === undefined || own.path === "/" ? "" : own.path;
      return own?.origin === origin && path.startsWith(`${prefix}/`) ? [path.slice(prefix.length)] : [];
    });
  }

  #isServed({ route: { version } }: Recognised): boolean {
    return version === "standalone" || this.#target.versions.includes(version);
  }
}
