import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Exchange, Redactor } from "@plumbline/client";
import { secretsOf, type Target } from "@plumbline/conformance";
import { harEntry, type ReportExchange } from "@plumbline/report";
import { LineFile } from "../output/line-file.ts";
import { expectOwnFile } from "../output/own-file.ts";
import { withFolder } from "../output/report-folder.ts";
import { bodyText } from "../traffic/body-text.ts";
import { VERSION } from "../version.ts";
import { withBasicName } from "./named-basic.ts";

const RECORDING = "traffic.har";

/** @throws UsageError when no recording can stand in a folder. */
export function expectRecording(folder: string): void {
  withFolder(folder, () => {
    mkdirSync(folder, { recursive: true });
    expectOwnFile(join(folder, RECORDING));
  });
}

/**
 * Writes exchanges with whole bodies, and without secrets, to an archive (HAR 1.2), each as it comes: what a killed proxy
 * leaves behind is one that ends early, and is read as far as it goes.
 */
export class HarRecording {
  readonly #file: LineFile;
  readonly #redactor = new Redactor();
  readonly #names: ReadonlySet<string>;
  #count = 0;

  /** @throws UsageError when something other than a file stands there. */
  constructor(folder: string, target: Target) {
    const secrets = secretsOf(target);
    for (const [secret, username] of secrets) this.#redactor.learn(secret, username);
    this.#names = new Set(secrets.flatMap(([, username]) => (username === "" ? [] : [username])));
    expectRecording(folder);
    this.#file = new LineFile(join(folder, RECORDING));
    const log = JSON.stringify({ version: "1.2", creator: { name: "Plumbline", version: VERSION } });
    this.#file.append(`{"log":${log.slice(0, -1)},"entries":[`);
    this.#file.flush();
  }

  /** Adds an exchange, with all of its answer's body. */
  add(exchange: Exchange, body: Buffer): void {
    const answered = bodyText(body);
    const masked = this.#redactor.exchange({ ...exchange, response: { ...exchange.response, ...answered } });
    const headers = withBasicName(masked.request.headers, exchange.request.headers, this.#names);
    const entry = harEntry(keptOf({ ...masked, request: { ...masked.request, headers } }), exchange.startedAt);
    // What stands in place of such bytes would be taken for what was sent.
    if (answered.invalidUtf8) Object.assign(entry.response.content, { _invalidUtf8: true });
    this.#count += 1;
    if (this.#file.append(`${this.#count === 1 ? "" : ","}${JSON.stringify(entry)}`)) this.#file.flush();
  }

  /** Writes what waits for company. */
  flush(): void {
    this.#file.flush();
  }

  close(): void {
    this.#file.append("]}}");
    this.#file.close();
  }
}

function keptOf({ id, request, response, milliseconds }: Exchange): ReportExchange {
  const { method, url, headers, body } = request;
  const said = "fault" in response ? undefined : response;
  return {
    id,
    at: 0,
    milliseconds: Math.round(milliseconds * 100) / 100,
    request: { method, url, headers, ...(body !== undefined && { body }) },
    response:
      said === undefined
        ? { fault: "protocol", message: "" }
        : {
            status: said.status,
            headers: said.headers,
            body: said.body,
            // Without its secrets it is of another length, and no part of it is missing.
            bodyBytes: Buffer.byteLength(said.body),
            truncated: false,
          },
  };
}
