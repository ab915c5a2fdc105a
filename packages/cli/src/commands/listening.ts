import { UsageError } from "../usage-error.ts";

/**
 * Waits until a server listens, and rewords errors about its address for the user.
 * @throws UsageError when the server cannot listen on the address.
 */
export async function listening<T>(
  starting: Promise<T>,
  { port, host, flag = "port" }: { port?: number | undefined; host?: string | undefined; flag?: string },
): Promise<T> {
  try {
    return await starting;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const place = `${host ?? "127.0.0.1"}:${port ?? 0}`;
    if (code === "EADDRINUSE") throw new UsageError(`another program listens on ${place}: choose another --${flag}`);
    if (code === "EACCES") throw new UsageError(`this user may not listen on ${place}: choose a --${flag} above 1023`);
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new UsageError(`${place} is not an address of this machine: choose another --host`);
    if (code === "ERR_SOCKET_BAD_PORT")
      throw new UsageError(`--${flag} takes an integer from 0 to 65535, received ${port}`);
    throw error;
  }
}
