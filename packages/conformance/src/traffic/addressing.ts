import type { Target } from "../target/target.ts";
import { addressOf } from "./address.ts";
import { type Recognised, Recogniser } from "./recogniser.ts";

/** Whose a request is: that of another server, none of an operation that is offered here, or one of these. */
export type Addressed =
  | { readonly kind: "elsewhere" }
  | { readonly kind: "unknown" }
  | { readonly kind: "operation"; readonly recognised: Recognised; readonly query: string | undefined };

/** Tells by method and URL what of a target is asked for. */
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

  /** The path below the address of the target, and below that of metrics discovery, which may lie below the other. */
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
