import type { Exchange } from "@plumbline/client";
import { received, wasAccepted, wasRefused } from "../expect/answers.ts";
import { settles } from "../kernel/settles.ts";
import { WRITES } from "../writes/table.ts";
import type { Starts as Effect, Ends, Path } from "../writes/write.ts";
import type { Book } from "./book.ts";
import type { StartedEntry } from "./entry.ts";
import { HandsOffError } from "./hands-off-error.ts";
import { chosen, keyOf } from "./keys.ts";
import type { CustodyParts, Request } from "./request.ts";

/** Requests that start and end what there is one of: what stands already is somebody else's. */
export class Starts {
  readonly #parts: CustodyParts;
  readonly #book: Book;

  constructor(parts: CustodyParts, book: Book) {
    this.#parts = parts;
    this.#book = book;
  }

  async send(request: Request, effect: Effect): Promise<Exchange> {
    const path = chosen(request.path, effect.of);
    const key = keyOf(effect.read, path);
    this.#book.needsThawed(key);
    const known = this.#book.started(request.by, key);
    if (known === undefined || known.ended) await this.#needsNone(request, effect, path);
    const entry: StartedEntry = known ?? { kind: "started", ...this.#book.common({ ...request, path }), effect };
    if (known === undefined) this.#book.note(entry);
    const { ended } = entry;
    delete entry.ended;
    const exchange = await request.send();
    if (!wasRefused(exchange)) entry.started = true;
    else if (ended) entry.ended = ended;
    this.#book.heard(entry, exchange);
    return exchange;
  }

  async end({ by, path, send }: Request, { starts }: Ends): Promise<Exchange> {
    const { effect } = WRITES[starts];
    if (effect.kind !== "starts") throw new Error(`${starts} starts nothing`);
    const entry = this.#book.started(by, keyOf(effect.read, chosen(path, effect.of)));
    if (entry === undefined) throw new HandsOffError(`the run has not done ${starts}: what stands is not its own`);
    const exchange = await send();
    if (wasAccepted(exchange)) entry.ended = true;
    return exchange;
  }

  async #needsNone({ operation, version: wanted }: Request, effect: Effect, path: Path): Promise<void> {
    const { ask, pass, served } = this.#parts;
    const version = served(effect.read, wanted);
    if (version === undefined)
      throw new HandsOffError(`nothing shows what ${operation} starts, so it could not be ended`);
    const read = (): Promise<Exchange> => ask({ operation: effect.read, version, path });
    // One that the run has ended may still be shown.
    const last = await settles(pass, read, (one) => effect.standing(one) === false);
    const standing = effect.standing(last);
    if (standing === undefined)
      throw new HandsOffError(`whether one stands that ${operation} starts cannot be read (${received(last)})`);
    if (standing)
      throw new HandsOffError(`one stands already that the run has not started, and ${effect.end} would end it`);
  }
}
