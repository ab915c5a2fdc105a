import { connect as connectPlain, isIP, type Socket } from "node:net";
import { connect as connectSecure } from "node:tls";
import type { buildConnector } from "undici";

/** Passed through to TLS. */
export interface TlsSettings {
  /** Certificates to trust instead of the system's, PEM. */
  readonly ca?: string | readonly string[];
  /** False accepts any certificate. @default true */
  readonly rejectUnauthorized?: boolean;
}

/**
 * Opens a socket for undici and returns it at once: undici's own connector keeps it to itself until it is connected, so
 * that a target which stalls in the TLS handshake could not be left before undici's clock (in steps of a second) says so.
 */
export function openSocket(
  { protocol, hostname, port }: buildConnector.Options,
  { ca, rejectUnauthorized = true }: TlsSettings,
  callback: buildConnector.Callback,
): Socket {
  const secure = protocol === "https:";
  const socket = secure
    ? connectSecure({
        host: hostname,
        port: Number(port || 443),
        rejectUnauthorized,
        ALPNProtocols: ["http/1.1"],
        ...(isIP(hostname) === 0 && { servername: hostname }),
        ...(ca !== undefined && { ca: typeof ca === "string" ? ca : [...ca] }),
      })
    : connectPlain({ host: hostname, port: Number(port || 80) });
  let waiting = true;
  socket
    .setNoDelay(true)
    .once(secure ? "secureConnect" : "connect", () => {
      waiting = false;
      callback(null, socket);
    })
    // Stays for the life of the socket: an error after undici let go of it must not end the process.
    .on("error", (error: Error) => {
      if (waiting) callback(error, null);
      waiting = false;
    });
  return socket;
}
