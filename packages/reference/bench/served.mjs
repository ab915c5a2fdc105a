// Starts a server in its own process, so that it has a core to itself: the reference, or a minimal node:http server.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const child = fileURLToPath(new URL("./child.mjs", import.meta.url));

/** Starts a server; `ask` sends its process a question and returns the answer. */
export async function openServer(settings) {
  const process = fork(child, { execArgv: ["--expose-gc"] });
  process.send(settings);
  const [started] = await once(process, "message");
  return {
    ...started,
    port: Number(new URL(started.url).port),
    /** Processor time so far in microseconds, and the heap in bytes after a collection. */
    ask: async (question) => {
      process.send(question);
      return (await once(process, "message"))[0];
    },
    close: async () => {
      process.disconnect();
      await once(process, "exit");
    },
  };
}
