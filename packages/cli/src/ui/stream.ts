import type { ServerResponse } from "node:http";
import type { LiveEvent } from "@plumbline/report";

/** Pages that listen at a time, and characters that may wait for one that does not read. */
const MOST = 32;
const WAITING = 1_000_000;
/** Milliseconds between two signs of life, so that a connection that is gone is noticed. */
const BEAT = 15_000;

/** The pages that listen to what happens, by server-sent events. */
export class Stream {
  readonly #pages = new Set<ServerResponse>();
  readonly #beat = setInterval(() => this.#write(": alive\n\n"), BEAT).unref();

  /** Takes a page up, with everything that stands as its first event. */
  join(response: ServerResponse, standing: LiveEvent): void {
    if (this.#pages.size >= MOST) {
      response.writeHead(503, { "content-type": "text/plain" }).end("Too many pages are open; close one.");
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write(`retry: 500\n\n${messageOf(standing)}`);
    this.#pages.add(response);
    response.on("close", () => this.#pages.delete(response));
  }

  tell(event: LiveEvent): void {
    if (this.#pages.size > 0) this.#write(messageOf(event));
  }

  close(): void {
    clearInterval(this.#beat);
    for (const page of this.#pages) page.end();
  }

  #write(text: string): void {
    for (const page of this.#pages) {
      // It comes back by itself, and is told then what stands.
      if (page.writableLength > WAITING) page.destroy();
      else page.write(text);
    }
  }
}

/** JSON holds no line feed. */
const messageOf = (event: LiveEvent): string => `data: ${JSON.stringify(event)}\n\n`;
