import { join } from "node:path";
import { type Exchange, Redactor } from "@plumbline/client";
import { secretsOf, type Target } from "@plumbline/conformance";
import { harEntry, type ReportExchange } from "@plumbline/report";
import { LineFile } from "../files/line-file.ts";
import { isMachineFault, machineFaultInWords } from "../files/machine-fault.ts";
import { makeFolder } from "../files/make-folder.ts";
import { maskLines } from "../files/masked-lines.ts";
import { expectOwnFile } from "../files/own-file.ts";
import { withFolder } from "../output/report-folder.ts";
import { bodyText } from "../traffic/body-text.ts";
import { VERSION } from "../version.ts";
import { withBasicName } from "./named-basic.ts";

const RECORDING = "traffic.har";

/** The subject of a report's finding about an incomplete recording. */
export const RECORDING_FAULT = "recording";

/** @throws UsageError when the folder cannot hold a recording. */
export function expectRecording(folder: string): void {
  withFolder(
    folder,
    () => {
      makeFolder(folder);
      expectOwnFile(join(folder, RECORDING));
    },
    { what: "the recording", flag: "--record" },
  );
}

/**
 * Writes exchanges with whole bodies, and without secrets, to an archive (HAR 1.2), each as it arrives. The archive of
 * a killed proxy ends early and can be read up to its end.
 */
export class HarRecording {
  readonly #file: LineFile;
  readonly #redactor = new Redactor();
  readonly #names: ReadonlySet<string>;
  readonly #path: string;
  #failure: string | undefined;
  #count = 0;
  /** A secret was learnt after entries had been written. */
  #isLate = false;

  /** @throws UsageError when the path is something other than a regular file. */
  constructor(folder: string, target: Target) {
    const secrets = secretsOf(target);
    for (const [secret, username] of secrets) this.#redactor.learn(secret, username);
    this.#names = new Set(secrets.flatMap(([, username]) => (username === "" ? [] : [username])));
    expectRecording(folder);
    this.#path = join(folder, RECORDING);
    this.#file = new LineFile(this.#path);
    const log = JSON.stringify({ version: "1.2", creator: { name: "Plumbline", version: VERSION } });
    this.#file.append(`{"log":${log.slice(0, -1)},"entries":[`);
    this.flush();
  }

  /** Why the recording is incomplete; the exchanges are still judged. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Adds an exchange; `body` is the whole body of its answer. */
  add(exchange: Exchange, body: Buffer): void {
    if (this.#failure !== undefined) return;
    const answered = bodyText(body);
    const { learnt } = this.#redactor;
    this.#redactor.learnFromForeign(exchange);
    this.#isLate ||= this.#count > 0 && this.#redactor.learnt > learnt;
    const masked = this.#redactor.exchange({ ...exchange, response: { ...exchange.response, ...answered } });
    const headers = withBasicName(masked.request.headers, exchange.request.headers, this.#names);
    const entry = harEntry(keptOf({ ...masked, request: { ...masked.request, headers } }), exchange.startedAt);
    // Readers must not take the replacements of invalid bytes for the bytes that were sent.
    if (answered.invalidUtf8) Object.assign(entry.response.content, { _invalidUtf8: true });
    this.#count += 1;
    if (this.#file.append(`${this.#count === 1 ? "" : ","}${JSON.stringify(entry)}`) === "full") this.flush();
  }

  /** Writes the buffered entries. */
  flush(): void {
    this.#attempt(() => this.#file.flush());
  }

  close(): void {
    this.#attempt(() => this.#file.append("]}}"));
    try {
      this.#file.close();
    } catch (error) {
      this.#fails(error);
    }
  }

  /** Masks the secrets in the closed file that were learnt after their entries had been written. */
  async mask(): Promise<void> {
    if (!this.#isLate || this.#failure !== undefined) return;
    try {
      await maskLines(this.#path, (line) => this.#redactor.withoutLearnt(line));
    } catch (error) {
      if (!isMachineFault(error)) throw error;
      this.#failure = `${this.#path} may hold secrets, because the proxy recorded them before it knew that they are secret: ${machineFaultInWords(error)}`;
    }
  }

  #attempt(write: () => void): void {
    if (this.#failure !== undefined) return;
    try {
      write();
    } catch (error) {
      this.#fails(error);
    }
  }

  #fails(error: unknown): void {
    if (!isMachineFault(error)) throw error;
    this.#failure ??= `${this.#path} is incomplete: ${machineFaultInWords(error)}`;
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
            // Masking changes the length of a body, and nothing of it is missing.
            bodyBytes: Buffer.byteLength(said.body),
            truncated: false,
          },
  };
}
