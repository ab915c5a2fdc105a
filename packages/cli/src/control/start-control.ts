import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isIPv6 } from "node:net";
import { answerControl, type Desk, type Told } from "./desk.ts";

/** A control server that listens. */
export interface Control {
  readonly url: string;
  close(): Promise<void>;
}

const LARGEST_BODY = 64 * 1024;

/** Starts the second server of a reference: by it tests reset the world, move its clock and read what was asked. */
export function startControl(
  desk: Desk,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Control> {
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000 }, (request, response) => {
    void read(request).then((body) => {
      if (body === undefined) {
        const error = "the body is larger than 64 KiB, or broke off";
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
      const address = server.address();
      const bound = typeof address === "object" && address !== null ? address.port : port;
      resolve({
        url: `http://${isIPv6(host) ? `[${host}]` : host}:${bound}`,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      });
    });
  });
}

/** The text of a body; `undefined` for one that is too large or broke off. */
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
