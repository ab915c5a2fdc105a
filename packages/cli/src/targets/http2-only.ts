import { connect as connectHttp2 } from "node:http2";

/** How long a server is given to speak HTTP/2, in milliseconds. */
const WITHIN = 2_000;

/** Whether a server speaks HTTP/2 without having been asked to: over http it is the only way to find that out. */
export function speaksHttp2(baseUrl: string): Promise<boolean> {
  return new Promise((resolve) => {
    // Who it is does not matter, only what it speaks: nothing is sent but the beginning of the protocol.
    const session = connectHttp2(new URL(baseUrl).origin, { rejectUnauthorized: false });
    const end = (found: boolean): void => {
      clearTimeout(timer);
      session.destroy();
      resolve(found);
    };
    const timer = setTimeout(() => end(false), WITHIN);
    session.on("error", () => end(false));
    session.on("close", () => end(false));
    session.on("remoteSettings", () => end(true));
  });
}
