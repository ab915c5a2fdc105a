import type { AskedEntry } from "../control/asked-entry.ts";

/** A client of a control server, with its token. */
export class ControlClient {
  readonly #url: string;
  readonly #token: string;
  readonly #lost: (cause: unknown) => Promise<Error>;

  /** `lost` turns the failure of a connection into the error to throw. */
  constructor(url: string, token: string, lost: (cause: unknown) => Promise<Error>) {
    this.#url = url;
    this.#token = token;
    this.#lost = lost;
  }

  /** @throws Error with the server's message when it refuses the request. */
  async ask(method: "GET" | "POST", path: string, body?: unknown): Promise<Readonly<Record<string, unknown>>> {
    const headers = { Authorization: `Bearer ${this.#token}` };
    const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    let response: Response;
    let json: Readonly<Record<string, unknown>>;
    try {
      response = await fetch(this.#url + path, sent);
      json = (await response.json()) as typeof json;
    } catch (error) {
      throw await this.#lost(error);
    }
    if (!response.ok) throw new Error(`${method} ${path} of the control server: ${String(json["error"])}`);
    return json;
  }

  async requests(): Promise<readonly AskedEntry[]> {
    return (await this.ask("GET", "/requests"))["requests"] as readonly AskedEntry[];
  }
}
