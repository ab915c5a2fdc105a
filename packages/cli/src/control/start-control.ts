import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isIPv6 } from "node:net";
import { answerControl, type ControlResponse, type ControlState } from "./control-routes.ts";
import { isOfThisMachine } from "./is-of-this-machine.ts";
import { bodyOf, listen, localHosts, NO_BODY, portOf } from "./local-server.ts";

/** A listening control server. */
export interface Control {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts the second server of a reference, with which tests reset the world, move its clock and read the requests so
 * far.
 */
export async function startControl(
  state: ControlState,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Control> {
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000 }, (request, response) => {
    const refusal = refusedHost(request.headers.host, { host, port: portOf(server) });
    if (refusal !== undefined) {
      write(response, { ...refusal, headers: { Connection: "close" } });
      return;
    }
    answer(state, request).then(
      (answered) => write(response, answered),
      (error: unknown) => write(response, failure(error)),
    );
  });
  const listening = await listen(server, { host, port });
  return {
    url: `http://${isIPv6(host) ? `[${host}]` : host}:${listening.port}`,
    close: listening.close,
  };
}

async function answer(state: ControlState, request: IncomingMessage): Promise<ControlResponse> {
  const body = await bodyOf(request);
  if (body === undefined) return { status: 413, headers: { Connection: "close" }, json: { error: NO_BODY } };
  const path = (request.url ?? "/").replace(/[?#].*$/s, "");
  const { method = "", headers } = request;
  return answerControl(state, { method, path, authorization: headers.authorization, body });
}

/** The reference can fail, for example because its data folder has no room left. */
const failure = (error: unknown): ControlResponse => ({
  status: 500,
  json: { error: `the reference server failed: ${error instanceof Error ? error.message : String(error)}` },
});

/**
 * Refuses a request that names another host. A server that is open to other machines has names that it does not know,
 * so there the check is skipped.
 */
function refusedHost(
  named: string | undefined,
  { host, port }: { readonly host: string; readonly port: number },
): ControlResponse | undefined {
  if (!isOfThisMachine(host)) return undefined;
  const known = [...new Set([`${isIPv6(host) ? `[${host}]` : host}:${port}`, ...localHosts(port)])];
  if (named === undefined || known.includes(named)) return undefined;
  return { status: 403, json: { error: "the request names another host than the control server's", expected: known } };
}

function write(response: ServerResponse, { status, headers, json }: ControlResponse): void {
  if (response.destroyed) return;
  const text = `${JSON.stringify(json)}\n`;
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    ...headers,
  });
  response.end(text);
}
