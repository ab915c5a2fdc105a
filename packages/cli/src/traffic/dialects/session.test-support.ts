import { setTimeout as pause } from "node:timers/promises";
import { type Credential, connect, type Exchange } from "@plumbline/client";
import { startReference } from "@plumbline/reference";
import { fillPath, INTERFACE_VERSIONS, type OperationId } from "@plumbline/schemas";

/** The exchanges between one client and the bundled reference, as transferred. */
export interface Session {
  readonly url: string;
  readonly exchanges: readonly Exchange[];
}

const QUERIES: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  listAlertConfigs: [
    "itemsPerPage=2",
    "itemsPerPage=2&pageNum=2",
    "itemsPerPage=500",
    "itemsPerPage=501",
    "pageNum=0",
    "includeCount=false",
    "envelope=true",
  ],
  listAlerts: ["status=OPEN", "itemsPerPage=1"],
};
/** Milliseconds between two requests. */
const APART = 5;
const READS: readonly OperationId[] = [
  "listAlertConfigs",
  "listAlerts",
  "listSnapshots",
  "listClusters",
  "getBackupSchedule",
  "getAuditing",
];

/**
 * One client reads and writes under both versions of the interface, answers challenges, is refused for invalid requests
 * and wrong credentials, and deletes what it created.
 */
export async function session(...faults: readonly string[]): Promise<Session> {
  const reference = await startReference({ faults, variants: ["gzip"], seed: 3 });
  const { contract, world, keys } = reference;
  const exchanges: Exchange[] = [];
  const client = connect({
    origins: [reference.url],
    markRequests: false,
    userAgent: "client/1.0",
    onExchange: (exchange) => exchanges.push(exchange),
  });
  const main: Credential = {
    scheme: "digest",
    label: "main",
    username: keys.all.publicKey,
    password: keys.all.privateKey,
  };
  const places: Readonly<Record<string, string>> = { clusterName: world.clusterName };
  for (const version of INTERFACE_VERSIONS) {
    const ask = async (
      id: OperationId,
      more: { query?: string; body?: object; path?: Readonly<Record<string, string>>; credential?: Credential } = {},
    ): Promise<unknown> => {
      const route = contract.route(id, version);
      if (route === undefined) return undefined;
      const path = fillPath(route.path, (name) =>
        encodeURIComponent(more.path?.[name] ?? places[name] ?? world.projectId),
      );
      // Archives keep milliseconds, so requests without a pause would seem simultaneous.
      await pause(APART);
      const { response } = await client.send({
        method: route.method,
        url: `${reference.url}${path}${more.query === undefined ? "" : `?${more.query}`}`,
        headers: [
          ["Accept", route.accept],
          ...(more.body === undefined ? [] : [["Content-Type", route.accept] as const]),
        ],
        ...(more.body !== undefined && { body: JSON.stringify(more.body) }),
        credential: more.credential ?? main,
      });
      return "json" in response ? response.json : undefined;
    };
    for (const id of READS) {
      await ask(id);
      for (const query of QUERIES[id] ?? []) await ask(id, { query });
    }
    const notifications = [{ typeName: "EMAIL", emailAddress: "\u00e4\u{1f600}@example.com" }];
    const body = { eventTypeName: "JOINED_GROUP", notifications };
    const made = await ask("createAlertConfig", { body });
    const alertConfigId = String((made as { readonly id?: unknown }).id);
    const path = { alertConfigId };
    await ask("getAlertConfig", { path });
    await ask("createAlertConfig", { body: { ...body, eventTypeName: "NONSENSE" } });
    await ask("createAlertConfig", { body, credential: { scheme: "none" } });
    await ask("deleteAlertConfig", { path });
    await ask("getAlertConfig", { path });
    await ask("getAlertConfig", { path: { alertConfigId: "nonsense" } });
    await ask("getBackupSchedule", { path: { clusterName: "gr\u00fcn" } });
    await ask("listAlerts", { credential: { scheme: "none" } });
    await ask("listAlerts", { credential: { ...main, password: "wrong" } });
  }
  client.close();
  await reference.close();
  return { url: reference.url, exchanges };
}
