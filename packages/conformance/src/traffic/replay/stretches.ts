import { answered } from "@plumbline/client";
import { jsonOf } from "../../expect/answers.ts";
import { member } from "../../json.ts";
import type { Passed } from "../passed.ts";
import { Stretch } from "./stretch.ts";

/** Stretches that are remembered: those that most was asked in. */
const MOST = 12;
/** Bytes of bodies in all of them. */
const MOST_BYTES = 2 ** 26;

/** Cuts what passes at each write that was carried out, and remembers where most was asked in between. */
export class Stretches {
  #kept: Stretch[] = [];
  #current = new Stretch();

  see(passed: Passed): void {
    const { exchange, asker, call, recognised } = passed;
    if (!answered(exchange)) return;
    const status = exchange.response.status;
    const changes = recognised.route.method !== "GET" && call.operation !== "issueServiceToken" && status < 400;
    if (changes) {
      this.#cut();
      return;
    }
    // Whether the key was wrong or the server is, the request does not say.
    if (asker !== "none" && (status === 401 || isAboutClient(passed))) return;
    this.#current.add(passed);
  }

  all(): readonly Stretch[] {
    this.#cut();
    return this.#kept;
  }

  #cut(): void {
    if (this.#current.size === 0) return;
    const bySize = [...this.#kept, this.#current].toSorted((one, other) => other.size - one.size).slice(0, MOST);
    let bytes = 0;
    this.#kept = bySize.filter((one) => {
      bytes += one.bytes;
      return bytes <= MOST_BYTES;
    });
    this.#current = new Stretch();
  }
}

/** What an endpoint that takes names with passwords may answer to a wrong one. */
const isAboutClient = ({ exchange, call: { version } }: Passed): boolean =>
  version === "standalone" &&
  answered(exchange) &&
  (exchange.response.status === 403 || /_client$/.test(String(member(jsonOf(exchange), "error"))));
