// The neighbouring records and settings of a request, as the server itself shows them.
import { idMember, recordIn } from "../hostile/answers.mjs";
import { isPaged, placeOf } from "../interface.mjs";

const PAGE = 500;

async function read(caller, id, values) {
  const { path, accept } = placeOf(id, values);
  const all = [];
  for (let page = 1; ; page += 1) {
    const { status, json } = await caller.send(
      "GET",
      isPaged(id) ? `${path}?itemsPerPage=${PAGE}&pageNum=${page}` : path,
      accept,
    );
    if (status >= 300) return all;
    const records = Array.isArray(json) ? json : (json.results ?? Object.values(json).filter(Array.isArray).flat());
    all.push(...records);
    if (!isPaged(id) || records.length < PAGE) return all;
  }
}

/** One neighbour: its path values, its id in the inventory, and its record. */
const neighbour = (kind, values, record) => {
  const id = record[idMember(record)];
  const name = kind.parameter === "clusterName" ? record.name : undefined;
  return { id, name, record, values: { ...values, [kind.parameter]: name ?? id } };
};

/** Other records of the kind, in the order of the list. `known` has those that no operation lists. */
export async function othersOf(kind, request, answer, { caller, fixtures, known }) {
  const values = { groupId: fixtures.groupId, ...request.values };
  if (kind.setting !== undefined) return settingsBeside(kind, values, { caller, fixtures });
  const own = [recordIn(answer).id, ...Object.values(request.values ?? {})].filter(Boolean);
  const found = [];
  if (kind.find !== undefined)
    for (const id of known.ids.get(kind.find)) {
      const { status, json } = await caller.send("GET", ...addressOf(kind.find, { ...values, [kind.parameter]: id }));
      if (status === 200) found.push(neighbour(kind, values, json));
    }
  else if (kind.list === "listSearchIndexes")
    for (const collection of known.collections.values())
      found.push(
        ...(await read(caller, kind.list, { ...values, ...collection })).map((one) => neighbour(kind, values, one)),
      );
  else found.push(...(await read(caller, kind.list, values)).map((one) => neighbour(kind, values, one)));
  return found.filter(
    ({ id, name, record }) => !own.includes(id) && !own.includes(name) && record.status !== "DELETING",
  );
}

function addressOf(id, values) {
  const { path, accept } = placeOf(id, values);
  return [path, accept];
}

/** The same setting of other clusters in the project, or of the other project that has its own key. */
async function settingsBeside(kind, values, { caller, fixtures }) {
  const places =
    kind.setting === "project"
      ? [{ groupId: fixtures.otherGroupId }]
      : (await read(caller, "listClusters", values))
          .filter(({ name }) => name !== values.clusterName)
          .map(({ name }) => ({ groupId: values.groupId, clusterName: name }));
  const found = [];
  for (const place of places) {
    const { status, json } = await caller.send("GET", ...addressOf(kind.read, place));
    const isEmpty = Array.isArray(json) && json.length === 0;
    const id = Object.values(place).at(-1);
    if (status === 200 && !isEmpty) found.push({ id, record: json, values: place });
  }
  return found;
}
