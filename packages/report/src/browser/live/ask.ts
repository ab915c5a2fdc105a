import type { KnownWish, RunWish } from "../../live/live-event.ts";
import { data } from "./data.ts";
import { expectNewer } from "./newer.ts";

/** Sends a request to the server. Resolves to its objection, or to `undefined` when it accepts. */
export function ask(what: "run", wish: RunWish): Promise<string | undefined>;
export function ask(what: "known", wish: KnownWish): Promise<string | undefined>;
export function ask(what: "stop"): Promise<string | undefined>;
export async function ask(what: string, wish: object = {}): Promise<string | undefined> {
  try {
    const answer = await fetch(data.base + what, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(wish),
    });
    if (!answer.ok) return await answer.text();
    expectNewer();
    return undefined;
  } catch {
    return "Plumbline does not answer: it has ended, or this machine is busy.";
  }
}
