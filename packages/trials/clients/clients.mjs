import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { ApiError, createClient } from "@plumbline/client";
import { atlas, bindContract } from "@plumbline/schemas";
import { install } from "./installed.mjs";
import { packages } from "./packages.mjs";
import { scenario } from "./scenario.mjs";

/** The Accept header and paths of the profile; with an older date, fewer rules apply. */
const { accept: ACCEPT, path: LIST } = bindContract(atlas).route("listAlerts", "2");
const BASE = LIST.slice(0, LIST.indexOf("/groups/"));
const run = promisify(execFile);
const parsed = (text) => (text === undefined || text === "" ? undefined : JSON.parse(String(text)));

/** Header fields of a request: a content type if there is a body. */
const fieldsFor = (body) => ({ accept: ACCEPT, ...(body !== undefined && { "content-type": "application/json" }) });
const textOf = (body) => (body === undefined ? undefined : JSON.stringify(body));

/** Plays the scenario with a client that sends one request at a time. */
const sending = (open) => async (given) => {
  const send = await open(given.key);
  return scenario((method, path, body) => send(method, given.url + BASE + path, body), given.groupId);
};

const curl = sending(({ username, password }) => async (method, url, body) => {
  const fields = Object.entries(fieldsFor(body)).flatMap(([name, value]) => ["--header", `${name}: ${value}`]);
  const data = body === undefined ? [] : ["--data-binary", textOf(body)];
  const args = ["-sS", "--digest", "--user", `${username}:${password}`, "-w", "\n%{http_code}", "-X", method];
  const { stdout } = await run("curl", [...args, ...fields, ...data, url]);
  const at = stdout.lastIndexOf("\n");
  return { status: Number(stdout.slice(at + 1)), json: parsed(stdout.slice(0, at)) };
});

/** The typed client of this project, by the names of operations. */
async function own({ url, groupId, key }) {
  const credential = { scheme: "digest", label: "main", ...key };
  const client = createClient({ baseUrl: url, profile: atlas, credential });
  const path = { groupId };
  const said = [];
  const ask = async (operation, args) => {
    try {
      const { status, value } = await client.call(operation, args);
      said.push({ asked: operation, status, json: value });
      return value;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      said.push({ asked: operation, status: error.status, json: { errorCode: error.errorCode, detail: error.detail } });
      return undefined;
    }
  };
  await ask("listClusters", { path });
  const listed = [];
  for await (const one of client.paginate("listAlertConfigs", { path, query: { itemsPerPage: 2 } })) listed.push(one);
  said.push({ asked: "pages", status: 200, json: listed });
  const body = {
    eventTypeName: "JOINED_GROUP",
    notifications: [{ typeName: "EMAIL", emailAddress: "\u00e4@example.com" }],
  };
  const { id } = await ask("createAlertConfig", { path, body });
  const at = { groupId, alertConfigId: id };
  await ask("setAlertConfigEnabled", { path: at, body: { enabled: true } });
  await ask("updateAlertConfig", { path: at, body: { ...body, enabled: false } });
  await ask("deleteAlertConfig", { path: at });
  await ask("getAlertConfig", { path: at });
  await client.close();
  return said;
}

/** A client of the public interface, called by its own names; it returns only bodies. */
const ofInterface =
  (open) =>
  async ({ url, groupId, key, clusterName }) => {
    const client = open({ publicKey: key.username, privateKey: key.password, baseUrl: url + BASE, projectId: groupId });
    const httpOptions = { headers: { accept: ACCEPT } };
    const typed = { headers: { accept: ACCEPT, "content-type": "application/json" } };
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const past = new Date(Date.now() - 3_600_000).toISOString();
    const said = [];
    const ask = async (asked, answer) => {
      const json = await answer;
      said.push({ asked, json });
      return json;
    };
    const {
      results: [{ id }],
    } = await client.alert.getAll({ itemsPerPage: 2, pageNum: 2, httpOptions });
    // Before the read, because the name of the last acknowledging user stays in the record.
    await ask("acknowledge", client.alert.acknowledge(id, { acknowledgedUntil: soon }, { httpOptions: typed }));
    await ask("take back", client.alert.acknowledge(id, { acknowledgedUntil: past }, { httpOptions: typed }));
    await ask("one alert", client.alert.get(id, { httpOptions }));
    await ask("alerts", client.alert.getAll({ itemsPerPage: 2, pageNum: 2, httpOptions }));
    await ask("clusters", client.cluster.getAll({ httpOptions }));
    await ask("snapshots", client.cloudBackup.getAllReplicaSetCloudBackups(clusterName, { httpOptions }));
    await ask("a refusal", client.alert.getAll({ itemsPerPage: 501, httpOptions }));
    await ask("nothing", client.alert.get("0".repeat(24), { httpOptions }));
    return said;
  };

/** Every client with its name, and a function that removes the installed ones. */
export async function openClients() {
  const { load, remove } = install(packages);
  const [{ default: openInterface }, { default: DigestFetch }, urllib, axios, { default: needle }] = await Promise.all(
    Object.keys(packages).map(load),
  );
  const AxiosDigest = axios.default.default ?? axios.default;
  const [ofPublic, digestFetch, ofUrllib, ofAxios, ofNeedle] = Object.entries(packages).map((pair) => pair.join(" "));
  const clients = {
    "curl --digest": curl,
    "@plumbline/client": own,
    [ofPublic]: ofInterface(openInterface),
    [digestFetch]: sending(({ username, password }) => {
      const client = new DigestFetch(username, password);
      return async (method, url, body) => {
        const answer = await client.fetch(url, { method, headers: fieldsFor(body), body: textOf(body) });
        return { status: answer.status, json: parsed(await answer.text()) };
      };
    }),
    [ofUrllib]: sending(({ username, password }) => async (method, url, body) => {
      const options = { method, headers: fieldsFor(body), digestAuth: `${username}:${password}`, dataType: "text" };
      const { status, data } = await urllib.request(url, {
        ...options,
        ...(body !== undefined && { content: textOf(body) }),
      });
      return { status, json: parsed(data) };
    }),
    [ofAxios]: sending(({ username, password }) => {
      const client = new AxiosDigest({ username, password });
      return async (method, url, body) => {
        const asked = { method, url, headers: fieldsFor(body), ...(body !== undefined && { data: body }) };
        const { status, data } = await client.request(asked).catch(({ response }) => response);
        return { status, json: data };
      };
    }),
    [ofNeedle]: sending(({ username, password }) => async (method, url, body) => {
      const options = { headers: fieldsFor(body), username, password, auth: "digest", parse: false };
      const answer = await needle(method, url, textOf(body) ?? null, options);
      return { status: answer.statusCode, json: parsed(answer.body.toString()) };
    }),
  };
  return { clients, remove };
}
