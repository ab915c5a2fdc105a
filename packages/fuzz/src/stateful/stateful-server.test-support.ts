import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Target } from "@plumbline/conformance";
import { bindContract, INTERFACE_VERSIONS, neutral } from "@plumbline/schemas";

type Config = Record<string, unknown>;
/** Additional state of a record: the writes that the server received. */
export interface Remembered {
  readonly writes: string[];
}

/** Changes the effect of a write; waiting lets other requests overlap. */
export type Bug = (step: string, config: Config, remembered: Remembered, sent: Config) => Config | Promise<Config>;

/** Stores alert configurations by the rules, as far as scenarios check, with one optional bug. */
export async function statefulServer(
  bug: Bug = (_step, _config, _remembered, sent) => sent,
): Promise<{ readonly target: Target; readonly held: () => number; readonly sent: () => number; close(): void }> {
  const configs = new Map<string, { config: Config; remembered: Remembered }>();
  let made = 0;
  let count = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    count += 1;
    const answer = (status: number, json: unknown): void => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(json));
    };
    const id = /alertConfigs\/([a-f0-9]{24})/.exec(request.url ?? "")?.[1];
    const body: Config = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
    if (id === undefined && request.method === "POST" && /\/alertConfigs(\?|$)/.test(request.url ?? "")) {
      made += 1;
      const own = made.toString(16).padStart(24, "0");
      configs.set(own, { config: body, remembered: { writes: [] } });
      return answer(200, { ...body, id: own });
    }
    const found = id === undefined ? undefined : configs.get(id);
    if (id === undefined || found === undefined) return answer(404, { error: 404, errorCode: "NOT_FOUND" });
    const toggles = request.method === "PATCH";
    if (request.method === "PUT" && body["notifications"] === undefined) return answer(400, { error: 400 });
    if (request.method === "DELETE") configs.delete(id);
    if (request.method === "PUT" || toggles) {
      const step = toggles ? "toggle" : "update";
      found.remembered.writes.push(step);
      found.config = await bug(step, found.config, found.remembered, toggles ? { ...found.config, ...body } : body);
    }
    return answer(200, request.method === "DELETE" ? {} : { ...found.config, id });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    target: {
      name: "stateful",
      kind: "url",
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      contract: bindContract(neutral),
      versions: INTERFACE_VERSIONS,
      credentials: {},
      fixtures: { groupId: "32b6e34b3d91647abb20e7b8" },
      allow: new Set(["read", "create", "update", "delete"]),
      bindingStated: true,
      mock: false,
      selfConsistency: false,
    },
    held: () => configs.size,
    sent: () => count,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
