import { connect as connectPlain, isIP, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectSecure } from "node:tls";
import type { buildConnector } from "undici";
import { openTunnel } from "./tunnel.ts";

/** Options for TLS. */
export interface TlsSettings {
  /** Certificates to trust instead of the system's, PEM. */
  readonly ca?: string | readonly string[];
  /** False accepts any certificate. @default true */
  readonly rejectUnauthorized?: boolean;
}

/** Settings for opening a socket. */
export interface SocketSettings {
  readonly tls: TlsSettings;
  /** The proxy on the way to the target. */
  readonly proxy?: URL;
}

/**
 * Opens a socket for undici and returns it at once. undici's own connector does not hand out the socket until it is
 * connected, so a request could not leave a target that stalls in the TLS handshake before undici's clock (in steps of
 * a second) fires.
 */
export function openSocket(
  { protocol, hostname, port }: buildConnector.Options,
  { tls, proxy }: SocketSettings,
  callback: buildConnector.Callback,
): Socket {
  const secure = protocol === "https:";
  const to = { host: hostname, port: Number(port || (secure ? 443 : 80)) };
  let waiting = true;
  const over = (error: Error | null, socket: Socket | null): void => {
    if (!waiting) return;
    waiting = false;
    if (error !== null) callback(error, null);
    else if (socket !== null) callback(null, socket);
  };
  const watched = (socket: Socket, opens: "connect" | "secureConnect"): Socket =>
    socket
      .setNoDelay(true)
      .once(opens, () => over(null, socket))
      // This listener stays for the life of the socket: an error after undici released it must not end the process.
      .on("error", (error: Error) => over(error, null));
  if (proxy === undefined)
    return secure
      ? watched(connectSecure({ ...to, ...secured(hostname, tls) }), "secureConnect")
      : watched(connectPlain(to), "connect");
  const authority = `${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${to.port}`;
  const tunnel = openTunnel(proxy, authority, (error) => {
    if (error !== undefined) over(error, null);
    else if (secure) watched(connectSecure({ socket: tunnel, ...secured(hostname, tls) }), "secureConnect");
    else over(null, tunnel);
  });
  return tunnel.setNoDelay(true).on("error", (error: Error) => over(error, null));
}

const secured = (hostname: string, { ca, rejectUnauthorized = true }: TlsSettings): ConnectionOptions => ({
  rejectUnauthorized,
  ALPNProtocols: ["http/1.1"],
  ...(isIP(hostname) === 0 && { servername: hostname }),
  ...(ca !== undefined && { ca: typeof ca === "string" ? ca : [...ca] }),
});
