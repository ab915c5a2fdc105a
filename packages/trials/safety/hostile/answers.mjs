/* Helpers for lies: altered answers of the server. */

export const succeeded = ({ status }) => status >= 200 && status < 300;

export function jsonOf({ body }) {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

export const withJson = (answer, json, status = answer.status) => ({
  ...answer,
  status,
  reason: undefined,
  body: Buffer.from(JSON.stringify(json)),
});

/** An answer by the front itself. */
export const plain = (status, json) => ({
  status,
  rawHeaders: [["Content-Type", "application/json"]],
  body: json === undefined ? Buffer.of() : Buffer.from(JSON.stringify(json)),
});

export const refusal = (status, errorCode) =>
  plain(status, { error: status, errorCode, detail: "The server does not want to.", reason: "Refused" });

/** The answer with another record, in its envelope if it has one. */
export function withRecord(answer, alter) {
  const json = jsonOf(answer);
  if (typeof json !== "object" || json === null) return answer;
  const { content } = json;
  const enveloped = typeof content === "object" && content !== null && "status" in json;
  return withJson(answer, enveloped ? { ...json, content: alter(content) } : alter(json));
}

const IDS = ["id", "_id", "indexID", "roleId"];
/** The name of the member with the id of a record. */
export const idMember = (record) => IDS.find((name) => name in record);

export function recordIn(answer) {
  const json = jsonOf(answer);
  const record = Object(Object(json).content ?? json);
  return { record, id: record[idMember(record)] };
}
