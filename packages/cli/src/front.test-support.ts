import { createHash } from "node:crypto";
import { createServer as createHttp, type IncomingMessage, request as send } from "node:http";
import { type AddressInfo, connect as dial, type Server, type Socket } from "node:net";
import { createServer as createTls } from "node:tls";
import type { Reference } from "@plumbline/reference";

/** A server between the program and its target. */
export interface Front {
  readonly port: number;
  readonly close: () => Promise<void>;
}

async function listening(server: Server): Promise<Front> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket.on("close", () => sockets.delete(socket))));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { port: (server.address() as AddressInfo).port, close };
}

function join(one: Socket, other: Socket): void {
  one.on("error", () => other.destroy()).pipe(other);
  other.on("error", () => one.destroy()).pipe(one);
}

/** Forwards to the reference until it has received this many requests; then it closes connections. */
export function cutAfter(most: number, { url }: Reference): Promise<Front> {
  const { port } = new URL(url);
  let asked = 0;
  return listening(
    createHttp(({ method, url: path, rawHeaders: headers }, outgoing) => {
      asked += 1;
      if (asked > most) return void outgoing.destroy();
      send({ host: "127.0.0.1", port, method, path, headers, setHost: false })
        .on("response", (answer) => answer.pipe(outgoing.writeHead(answer.statusCode ?? 500, answer.rawHeaders)))
        .end();
    }),
  );
}

/** Forwards to the reference, but answers 404 to the paths with this end, before any question about credentials. */
export function without(end: string, { url }: Reference): Promise<Front> {
  const { port } = new URL(url);
  return listening(
    createHttp(({ method, url: path = "", rawHeaders: headers }, outgoing) => {
      if (path.split("?")[0]?.endsWith(end)) return void outgoing.writeHead(404).end('{"error":"not found"}');
      send({ host: "127.0.0.1", port, method, path, headers, setHost: false })
        .on("response", (answer) => answer.pipe(outgoing.writeHead(answer.statusCode ?? 500, answer.rawHeaders)))
        .end();
    }),
  );
}

/** A server that answers every request with 401 and this challenge. */
export const refusing = (challenge: string): Promise<Front> =>
  listening(
    createHttp((_request, outgoing) => void outgoing.writeHead(401, { "www-authenticate": challenge }).end("{}")),
  );

/** Makes a server available over TLS. */
export const overTls = (port: number, { key, cert }: { readonly key: string; readonly cert: string }): Promise<Front> =>
  listening(createTls({ key, cert }, (socket) => join(socket, dial(port, "127.0.0.1"))));

/** A CONNECT proxy that leads to one server whatever it is asked for, and keeps the requests. */
export async function proxyTo(port: number): Promise<Front & { readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const server = createHttp().on("connect", (request, socket) => {
    asked.push(`${request.method} ${request.url}`);
    const target = dial(port, "127.0.0.1", () => socket.write("HTTP/1.1 200 Connection Established\r\n\r\n"));
    join(target, socket as Socket);
  });
  return { ...(await listening(server)), asked };
}

const md5 = (text: string): string => createHash("md5").update(text, "latin1").digest("hex");

/** Serves the reference below a path. */
export const belowPath = (prefix: string, reference: Reference): Promise<Front> =>
  elsewhere(reference, (target) => (target.startsWith(`${prefix}/`) ? target.slice(prefix.length) : undefined));

/** Serves the reference below every product, as a server does that ignores this segment of the path. */
export const underAnyProduct = (reference: Reference): Promise<Front> =>
  elsewhere(reference, (target) => target.replace(/^\/api\/[^/]+\/v/, `/api/${reference.contract.profile.product}/v`));

/**
 * Serves the reference at other paths. A digest covers the whole path, so the front checks it as a server there would,
 * and forwards a digest for the path of the reference. A wrong digest is forwarded unchanged, and the reference refuses
 * it.
 */
function elsewhere({ url, keys }: Reference, inside: (target: string) => string | undefined): Promise<Front> {
  const { port } = new URL(url);
  const secrets = new Map(Object.values(keys).map(({ publicKey, privateKey }) => [publicKey, privateKey]));
  return listening(
    createHttp((incoming, outgoing) => {
      const path = inside(incoming.url ?? "/");
      if (path === undefined) return void outgoing.writeHead(404).end("not below the prefix");
      const headers = resigned(incoming, path, secrets);
      const passed = send({ host: "127.0.0.1", port, method: incoming.method, path, headers, setHost: false });
      passed.on("response", (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
        answer.pipe(outgoing);
      });
      passed.on("error", () => outgoing.destroy());
      incoming.pipe(passed);
    }),
  );
}

/** The raw headers of a request, with the digest replaced by one for another path if it was right. */
function resigned(
  { rawHeaders, method = "", url = "" }: IncomingMessage,
  path: string,
  secrets: ReadonlyMap<string, string>,
): readonly string[] {
  return rawHeaders.map((text, index) => {
    if (index % 2 === 0 || rawHeaders[index - 1]?.toLowerCase() !== "authorization") return text;
    const given = Object.fromEntries(
      [...text.matchAll(/(\w+) *= *(?:"([^"]*)"|([^\s,]+))/g)].map(([, name = "", quoted, bare]) => [
        name.toLowerCase(),
        quoted ?? bare,
      ]),
    );
    const secret = secrets.get(given["username"] ?? "");
    if (!/^digest /i.test(text) || secret === undefined || given["qop"] !== "auth" || given["uri"] !== url) return text;
    const ha1 = md5(`${given["username"]}:${given["realm"]}:${secret}`);
    const response = (uri: string): string =>
      md5([ha1, given["nonce"], given["nc"], given["cnonce"], "auth", md5(`${method}:${uri}`)].join(":"));
    if (response(url) !== given["response"]) return text;
    return text.replace(`"${url}"`, `"${path}"`).replace(given["response"], response(path));
  });
}
