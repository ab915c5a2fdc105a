// Raw sockets on both sides of a proxy: a server and a client that read and write bytes.
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { connect as connectTls } from "node:tls";
import { readRequest } from "./strict.mjs";

/**
 * A server that parses received bytes strictly. `answer(request)` returns the bytes of an answer, and `isOver` if the
 * connection ends after it. `seen` has the requests since `forget()`; `unread` has bytes that are not a request.
 */
export async function startRawServer(answer) {
  const sockets = new Set();
  const seen = [];
  const unread = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    let text = "";
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    socket.on("data", (part) => {
      text += part.toString("latin1");
      for (;;) {
        if (text === "") return;
        const read = readRequest(text);
        if (read.kind === "fault") unread.push({ why: read.why, text });
        if (read.kind === "fault") socket.destroy();
        if (read.kind !== "message") return;
        text = text.slice(read.length);
        seen.push(read);
        const { bytes, isOver } = answer(read);
        socket.write(bytes, "latin1");
        if (isOver) socket.end();
      }
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    seen,
    unread,
    /** Requests of clients that were cut off, which may still arrive. */
    late: [],
    forget: () => {
      seen.length = 0;
      unread.length = 0;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Opens a connection to a door: a port, and whether it speaks TLS, with any certificate. */
function dial({ port, isTls }) {
  if (!isTls) return { socket: connect(port, "127.0.0.1"), opened: "connect" };
  return { socket: connectTls({ port, host: "127.0.0.1", rejectUnauthorized: false }), opened: "secureConnect" };
}

/**
 * Writes parts one after the other, and reads until `isEnough(text, isOver)` or until nothing has arrived for `idle`
 * milliseconds. Returns the text in Latin-1 and how it ended: "enough", "over" (the other side closed) or "idle".
 */
export function converse(door, parts, isEnough, { idle = 300, halfClose = false } = {}) {
  return new Promise((resolve) => {
    const { socket, opened } = dial(door);
    let text = "";
    let timer;
    const end = (how) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, how });
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(end, idle, "idle");
    };
    socket.on("data", (part) => {
      text += part.toString("latin1");
      if (isEnough(text, false)) end("enough");
      else wait();
    });
    socket.on("error", () => end("over")).on("close", () => end("over"));
    wait();
    const write = async () => {
      for (const [index, part] of parts.entries()) {
        if (index > 0) await new Promise((go) => setImmediate(go));
        if (socket.destroyed) return;
        socket.write(part, "latin1");
      }
      if (halfClose) socket.end();
    };
    socket.setNoDelay(true);
    socket.on(opened, () => void write());
  });
}
