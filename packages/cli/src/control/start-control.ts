import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, isIPv6 } from "node:net";
import { answerControl, type Desk, type Told } from "./desk.ts";
import { isOfThisMachine } from "./is-of-this-machine.ts";

/** A listening control server. */
export interface Control {
  readonly url: string;
  close(): Promise<void>;
}

const LARGEST_BODY = 64 * 1024;

/**
 * Starts the second server of a reference, with which tests reset the world, move its clock and read the requests so
 * far.
 */
export function startControl(
  desk: Desk,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Control> {
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000 }, (request, response) => {
    const refusal = refusedHost(request.headers.host, { host, port: portOf(server) });
    if (refusal !== undefined) {
      write(response, { ...refusal, headers: { Connection: "close" } });
      return;
    }
    void read(request).then((body) => {
      if (body === undefined) {
        const error = "the body is larger than 64 KiB, or incomplete";
        write(response, { status: 413, headers: { Connection: "close" }, json: { error } });
        return;
      }
      const path = (request.url ?? "/").replace(/[?#].*$/s, "");
      const { method = "", headers } = request;
      write(response, answerControl(desk, { method, path, authorization: headers.authorization, body }));
    });
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      resolve({
        url: `http://${isIPv6(host) ? `[${host}]` : host}:${portOf(server)}`,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      });
    });
  });
}

const portOf = (server: Server): number => (server.address() as AddressInfo | null)?.port ?? 0;

/**
 * Refuses a request that names another host. A page of another site can use a name that resolves to this machine (DNS
 * rebinding). A server that is open to other machines has names that it does not know, so there the check is skipped.
 */
function refusedHost(
  named: string | undefined,
  { host, port }: { readonly host: string; readonly port: number },
): Told | undefined {
  if (!isOfThisMachine(host)) return undefined;
  const known = [host, "127.0.0.1", "localhost", "[::1]"].map((name) => `${name}:${port}`);
  if (named === undefined || known.includes(named)) return undefined;
  return { status: 403, json: { error: "the request names another host than the control server's", expected: known } };
}

/** The text of a body; `undefined` if it is too large or incomplete. */
function read(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    request.on("data", (part: Buffer) => {
      size += part.length;
      if (size > LARGEST_BODY) resolve(undefined);
      else parts.push(part);
    });
    request.on("end", () => resolve(Buffer.concat(parts).toString("utf8")));
    request.on("close", () => resolve(undefined));
  });
}

function write(response: ServerResponse, { status, headers, json }: Told): void {
  if (response.destroyed) return;
  const text = `${JSON.stringify(json)}\n`;
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    ...headers,
  });
  response.end(text);
}
