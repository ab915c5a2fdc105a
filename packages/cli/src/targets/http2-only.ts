import { connect as connectHttp2 } from "node:http2";

/** Milliseconds in which a server must show that it speaks HTTP/2. */
const WITHIN = 2_000;

/** Whether a server speaks HTTP/2 without negotiation. Over http, trying it is the only way to find out. */
export function speaksHttp2(baseUrl: string): Promise<boolean> {
  return new Promise((resolve) => {
    // The certificate is not checked, because only the protocol matters: nothing is sent except the protocol's
    // beginning.
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
