import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";

/* The parts that all servers for programs of this machine share. */

/** A listening server. */
export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** Listens; rejects if that is impossible. Closing ends all connections. */
export function listen(server: Server, { host, port }: { host: string; port: number }): Promise<Listening> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () =>
      resolve({
        port: portOf(server),
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      }),
    );
  });
}

/** The port of a listening server, which the system chose if 0 was asked for; 0 if the server is closed. */
export const portOf = (server: Server): number => (server.address() as AddressInfo | null)?.port ?? 0;

/**
 * The values of Host with which programs of this machine call a server. A page of another site can reach it only under
 * another name, one that resolves to this machine (DNS rebinding).
 */
export const localHosts = (port: number): readonly string[] =>
  ["127.0.0.1", "localhost", "[::1]"].map((name) => `${name}:${port}`);

const LARGEST_BODY = 64 * 1024;

/** What `bodyOf` lacks if there is no body, in words. */
export const NO_BODY = "the body of the request is larger than 64 KiB, or incomplete";

/** The text of a request's body; `undefined` if it is too large or incomplete. */
export function bodyOf(request: IncomingMessage): Promise<string | undefined> {
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
