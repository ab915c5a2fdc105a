const NOTIFICATIONS = [
  { typeName: "EMAIL", emailAddress: "\u00e4\u{1f600}@example.com", intervalMin: 60, delayMin: 0 },
];
const BODY = { eventTypeName: "JOINED_GROUP", enabled: true, notifications: NOTIFICATIONS };

/**
 * The requests of a user who manages alerts: reads, pages, creates, changes and deletes, and several refused requests.
 * `send` takes a method, a path with its query and a body, and resolves to `{ status, json }`.
 */
export async function scenario(send, groupId) {
  const said = [];
  const ask = async (method, path, body) => {
    const answer = await send(method, `/groups/${groupId}${path}`, body);
    said.push({ asked: `${method} ${path}`, ...answer });
    return answer;
  };
  await ask("GET", "/clusters");
  await ask("GET", "/alerts?status=OPEN");
  for (const pageNum of [1, 2, 3]) await ask("GET", `/alertConfigs?itemsPerPage=2&pageNum=${pageNum}`);
  const { json } = await ask("POST", "/alertConfigs", BODY);
  const own = `/alertConfigs/${json?.id}`;
  await ask("GET", own);
  await ask("PATCH", own, { enabled: false });
  await ask("PUT", own, { ...BODY, notifications: [{ ...NOTIFICATIONS[0], delayMin: 5 }] });
  await ask("GET", `${own}?pretty=true`);
  await ask("POST", "/alertConfigs", { ...BODY, eventTypeName: "NONSENSE" });
  await ask("GET", "/alertConfigs?itemsPerPage=501");
  await ask("GET", "/clusters/gr%C3%BCn/backup/schedule");
  await ask("DELETE", own);
  await ask("GET", own);
  return said;
}
