import { connect, type Socket } from "node:net";
import { bare } from "./proxy.ts";

/** The most bytes of a proxy's answer to CONNECT; the bytes after it come from the target. */
const MOST_HEAD = 16_384;
/** The most characters that a message shows of the answer's first line. */
const LONGEST_SHOWN = 80;
const END_OF_HEAD = "\r\n\r\n";

/**
 * A connection through a proxy (RFC 9110, section 9.3.6). It returns the socket at once, so that a request can leave it
 * while the proxy stalls. It calls `ready` when the proxy has opened the tunnel, or with an error if it did not.
 */
export function openTunnel(proxy: URL, authority: string, ready: (error: Error | undefined) => void): Socket {
  const socket = connect({ host: bare(proxy.hostname), port: Number(proxy.port || 80) });
  let head: Buffer = Buffer.alloc(0);
  const end = (error?: Error): void => {
    socket.off("data", hear).off("error", end).off("close", closed);
    ready(error);
  };
  const closed = (): void => end(refusal(proxy, authority, "it closed the connection"));
  const hear = (chunk: Buffer): void => {
    head = Buffer.concat([head, chunk]);
    const over = head.indexOf(END_OF_HEAD);
    if (over === -1 && head.length <= MOST_HEAD) return;
    const [first = ""] = head.toString("latin1", 0, LONGEST_SHOWN).split("\r\n");
    if (over === -1 || !/^HTTP\/1\.[01] 2\d\d/.test(first)) {
      end(refusal(proxy, authority, `it answered ${first}`));
      return;
    }
    const early = head.subarray(over + END_OF_HEAD.length);
    // Stops the flow first: a flowing socket would give this listener the bytes again that it puts back, without end.
    socket.off("data", hear).pause();
    // Opens first: undici refuses bytes that it finds before it has written the request, and connects again.
    end();
    if (early.length > 0) socket.unshift(early);
  };
  socket.once("connect", () => socket.write(requestOf(proxy, authority)));
  return socket.on("data", hear).on("error", end).on("close", closed);
}

function requestOf({ username, password }: URL, authority: string): string {
  const pair = Buffer.concat([percentDecoded(username), Buffer.from(":"), percentDecoded(password)]);
  const hasUser = username !== "" || password !== "";
  const secret = hasUser ? `Proxy-Authorization: Basic ${pair.toString("base64")}\r\n` : "";
  return `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${secret}\r\n`;
}

/**
 * The bytes of a user or password. As in curl, a `%` without two hexadecimal digits stands for itself, because people
 * write such passwords. A URL has no characters beyond ASCII there.
 */
function percentDecoded(text: string): Buffer {
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return Buffer.from(bytes, "latin1");
}

const refusal = ({ host }: URL, authority: string, why: string): Error =>
  Object.assign(new Error(`the proxy ${host} opens no way to ${authority}: ${why}`), { code: "ECONNREFUSED" });
