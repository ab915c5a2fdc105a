import { changing } from "../outcomes/rewriting.mjs";

const withoutIds = ({ id: _id, _id: __id, ...record }) => ({
  ...record,
  ...("status" in record && { status: "NONSENSE" }),
});

/** Changes answers of version 2: a wrong totalCount, records without ids, and an invalid status. */
export async function wrongly(asked, pass) {
  const answer = await pass();
  if (!asked.path.includes("/v2/") || answer.status >= 300) return answer;
  return changing(asked, answer, (json) => {
    if (Array.isArray(json?.results))
      return {
        ...json,
        ...("totalCount" in json && { totalCount: json.totalCount + 1 }),
        results: json.results.map(withoutIds),
      };
    return Array.isArray(json) || typeof json !== "object" || json === null ? json : withoutIds(json);
  });
}
