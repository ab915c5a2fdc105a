import { connect, type Socket } from "node:net";
import { bare } from "./proxy.ts";

/** The most bytes of a proxy's answer to CONNECT; the bytes after it come from the target. */
const MOST_HEAD = 16_384;

/**
 * A connection through a proxy (RFC 9110, section 9.3.6). It returns the socket at once, so that a request can leave it
 * while the proxy stalls. It calls `ready` when the proxy has opened the tunnel, or with an error if it did not.
 */
export function openTunnel(proxy: URL, authority: string, ready: (error: Error | undefined) => void): Socket {
  const socket = connect({ host: bare(proxy.hostname), port: Number(proxy.port || 80) });
  let head = "";
  const end = (error?: Error): void => {
    socket.off("data", hear).off("error", end).off("close", closed);
    ready(error);
  };
  const closed = (): void => end(refusal(proxy, authority, "it closed the connection"));
  const hear = (chunk: Buffer): void => {
    head += chunk.toString("latin1");
    const over = head.indexOf("\r\n\r\n");
    if (over === -1 && head.length <= MOST_HEAD) return;
    const [, status = ""] = /^HTTP\/1\.[01] (\d{3})/.exec(head) ?? [];
    const rest = head.slice(over + 4);
    if (over !== -1 && rest !== "") socket.unshift(Buffer.from(rest, "latin1"));
    const opened = over !== -1 && status.startsWith("2");
    end(opened ? undefined : refusal(proxy, authority, `it answered ${head.slice(0, 80).split("\r\n")[0]}`));
  };
  socket.once("connect", () => socket.write(requestOf(proxy, authority)));
  return socket.on("data", hear).on("error", end).on("close", closed);
}

function requestOf({ username, password }: URL, authority: string): string {
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const secret = pair === ":" ? "" : `Proxy-Authorization: Basic ${Buffer.from(pair).toString("base64")}\r\n`;
  return `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${secret}\r\n`;
}

const refusal = ({ host }: URL, authority: string, why: string): Error =>
  Object.assign(new Error(`the proxy ${host} opens no way to ${authority}: ${why}`), { code: "ECONNREFUSED" });
