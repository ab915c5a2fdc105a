// Sends requests as bytes and reads as little of the answers as possible, so that the measurement is about the server.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";

const md5 = (text) => createHash("md5").update(text).digest("hex");

/**
 * Sends every request, a number of connections at once and one at a time on each; returns how often each status came.
 */
export async function send(port, requests, connections = 16) {
  const statuses = new Map();
  let next = 0;
  const worker = async () => {
    const socket = connect(port, "127.0.0.1").setNoDelay();
    await once(socket, "connect");
    await new Promise((resolve, reject) => {
      let pending = Buffer.alloc(0);
      const write = () => {
        if (next >= requests.length) {
          socket.end();
          resolve();
          return;
        }
        socket.write(requests[next]);
        next += 1;
      };
      socket.on("data", (chunk) => {
        pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
        const end = endOfAnswer(pending);
        if (end === undefined || pending.length < end) return;
        const status = pending.latin1Slice(9, 12);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        pending = pending.subarray(end);
        write();
      });
      socket.on("error", reject);
      socket.on("close", () => reject(new Error("the server closed the connection")));
      write();
    });
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return Object.fromEntries(statuses);
}

function endOfAnswer(bytes) {
  const head = bytes.indexOf("\r\n\r\n");
  if (head < 0) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(bytes.latin1Slice(0, head));
  return head + 4 + Number(length?.[1] ?? 0);
}

/** One request and its whole answer. */
export async function answerOf(port, request) {
  const socket = connect(port, "127.0.0.1");
  socket.write(request);
  let bytes = Buffer.alloc(0);
  for await (const chunk of socket) {
    bytes = Buffer.concat([bytes, chunk]);
    const end = endOfAnswer(bytes);
    if (end !== undefined && bytes.length >= end) break;
  }
  socket.destroy();
  const text = bytes.toString();
  return { head: text.slice(0, text.indexOf("\r\n\r\n")), body: text.slice(text.indexOf("\r\n\r\n") + 4) };
}

/** Makes requests with digests that count on from one challenge. */
export async function signer({ port, keys: { all } }) {
  const { head } = await answerOf(
    port,
    bytesOf({ method: "GET", target: `/api/product/v2/groups/${"0".repeat(24)}/alerts` }),
  );
  const [, realm = "", nonce = ""] = /realm="([^"]+)", nonce="([^"]+)"/.exec(head) ?? [];
  const secret = md5(`${all.publicKey}:${realm}:${all.privateKey}`);
  const halves = new Map();
  let count = 0;
  return (request) => {
    count += 1;
    const nc = count.toString(16).padStart(8, "0");
    const half = `${request.method}:${request.target}`;
    if (!halves.has(half)) halves.set(half, md5(half));
    const response = md5(`${secret}:${nonce}:${nc}:0a4f113b:auth:${halves.get(half)}`);
    const authorization = `Digest username="${all.publicKey}", realm="${realm}", nonce="${nonce}", uri="${request.target}", algorithm=MD5, qop=auth, nc=${nc}, cnonce="0a4f113b", response="${response}"`;
    return bytesOf({ ...request, authorization });
  };
}

export function bytesOf({ method, target, accept = "*/*", authorization, body }) {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    "Host: 127.0.0.1",
    `Accept: ${accept}`,
    ...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
    ...(body === undefined ? [] : ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body ?? ""}`);
}
