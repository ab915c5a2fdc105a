import { bindContract, fillPath, neutral, type OperationId } from "@plumbline/schemas";
import { expect, test } from "vitest";
import { vouched } from "./auth/vouching.ts";
import { send } from "./caller.test-support.ts";
import { memberIn } from "./json.test-support.ts";
import { running } from "./running.test-support.ts";

const ids = { orgId: "a".repeat(24), projectId: "b".repeat(24), clusterName: "theirs" };
const { reference } = await running({ ids, vouching: "word" });
const contract = bindContract(neutral);

/** Sends a request that is vouched for as the key with this label. */
const ask = (
  operation: OperationId,
  values: Readonly<Record<string, string>>,
  ...word: [name: string, value: string]
) => {
  const [route] = contract.operation(operation).routes;
  const base = route?.base === "metrics" ? reference.metricsUrl : reference.url;
  const path = fillPath(route?.path ?? "", (name) => values[name] ?? "");
  return send(base + path, { headers: { Accept: route?.accept ?? "", [word[0]]: word[1] } });
};
const asMain = vouched("word", "all");
const inProject = { groupId: ids.projectId, clusterName: ids.clusterName, orgId: ids.orgId };

test("has the ids that it is given, with all that is seeded there", async () => {
  expect(reference.world).toMatchObject(ids);
  expect((await ask("getBackupSchedule", inProject, ...asMain)).status).toBe(200);
  const alerts = await ask("listAlerts", inProject, ...asMain);
  expect(memberIn(alerts.json, "totalCount")).toBe(reference.world.alertIds.length);
});

test("lets in by the word of who may vouch, as the key that is named, and by no other word", async () => {
  expect((await ask("listAlerts", inProject, ...vouched("word", "noRole"))).status).toBe(403);
  expect((await ask("listAlerts", inProject, ...vouched("other", "all"))).status).toBe(401);
  expect((await ask("listAlerts", inProject, asMain[0], "word")).status).toBe(401);
  const deaf = (await running()).reference;
  const url = `${deaf.url}${contract.route("listAlerts", "1.0")?.path.replace("{groupId}", deaf.world.projectId)}`;
  expect((await send(url, { headers: Object.fromEntries([vouched("undefined", "all")]) })).status).toBe(401);
});

test("takes in what somebody says is there, where the keys then hold what they hold in the first project", async () => {
  const place = { orgId: "c".repeat(24), projectId: "d".repeat(24), clusterName: "second" };
  const there = { ...place, groupId: place.projectId };
  expect((await ask("getBackupSchedule", there, ...asMain)).status).toBe(404);
  for (let times = 0; times < 2; times += 1) reference.adopt(place);
  expect((await ask("getBackupSchedule", there, ...asMain)).status).toBe(200);
  expect(memberIn((await ask("listClusters", there, ...asMain)).json, "totalCount")).toBe(1);
  expect((await ask("getBackupSchedule", there, ...vouched("word", "projectReadOnly"))).status).toBe(200);
  expect((await ask("getBackupSchedule", there, ...vouched("word", "otherProjectOwner"))).status).toBe(403);
  expect((await ask("listMigratableProjects", there, ...asMain)).status).toBe(200);
});

test("gives a token to whoever is vouched for, which is good here", async () => {
  const [route] = contract.operation("issueServiceToken").routes;
  const form = { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" };
  const strange = { Authorization: `Basic ${Buffer.from("their:account").toString("base64")}` };
  const request = (word: string) =>
    send(`${reference.url}${route?.path}`, {
      method: "POST",
      headers: { ...form, ...strange, ...Object.fromEntries([vouched(word, "all")]) },
      body: "grant_type=client_credentials",
    });
  expect((await request("other")).status).toBe(401);
  const { status, json } = await request("word");
  expect(status).toBe(200);
  const token = `${neutral.tokenScheme} ${String(memberIn(json, "access_token"))}`;
  expect((await ask("listAlerts", inProject, "Authorization", token)).status).toBe(200);
});
