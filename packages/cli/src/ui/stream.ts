import type { ServerResponse } from "node:http";
import type { LiveEvent } from "@plumbline/report";

/** How many pages may listen at a time, and how many characters may wait for a page that does not read. */
const MOST = 32;
const WAITING = 1_000_000;
/** Milliseconds between two comments that keep the stream alive, so that a broken connection is noticed. */
const BEAT = 15_000;

/** The pages that listen to server-sent events. */
export class Stream {
  readonly #pages = new Set<ServerResponse>();
  readonly #beat = setInterval(() => this.#write(": alive\n\n"), BEAT).unref();

  /** Adds a page, and sends it the current state as its first event. */
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
      // The page reconnects by itself, and then receives the current state.
      if (page.writableLength > WAITING) page.destroy();
      else page.write(text);
    }
  }
}

/** JSON contains no line feed, so an event fits into one data line. */
const messageOf = (event: LiveEvent): string => `data: ${JSON.stringify(event)}\n\n`;
