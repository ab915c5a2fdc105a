/** Whether a text is a JSON document. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether two texts are equal or contain the same JSON document, because a target may print it differently. Pure. */
export function sameDocument(got: unknown, sent: unknown): boolean {
  if (got === sent) return true;
  if (typeof got !== "string" || typeof sent !== "string" || !isJson(got) || !isJson(sent)) return false;
  return JSON.stringify(JSON.parse(got)) === JSON.stringify(JSON.parse(sent));
}
