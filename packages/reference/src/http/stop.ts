import type { Server } from "node:http";

/** Milliseconds between attempts to close idle connections while the server waits for its last answers. */
const LOOKS_EVERY = 20;

/** Stops listening at once; connections that are still busy after `grace` milliseconds are cut off. */
export function stop(server: Server, grace: number): Promise<void> {
  return new Promise((resolve) => {
    const looking = setInterval(() => server.closeIdleConnections(), LOOKS_EVERY);
    const cutting = setTimeout(() => server.closeAllConnections(), grace);
    server.close(() => {
      clearInterval(looking);
      clearTimeout(cutting);
      resolve();
    });
    if (grace <= 0) server.closeAllConnections();
  });
}
