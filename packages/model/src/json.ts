type Fields = Readonly<Record<string, unknown>>;

const isObject = (json: unknown): json is Fields => typeof json === "object" && json !== null && !Array.isArray(json);

/** The members of a JSON object; none of anything else. */
export const membersOf = (json: unknown): Fields => (isObject(json) ? json : {});

/** A member of a JSON object. */
export const memberOf = (json: unknown, name: string): unknown =>
  isObject(json) && Object.hasOwn(json, name) ? json[name] : undefined;

/** A text member of a JSON object. */
export function textOf(json: unknown, name: string): string | undefined {
  const value = memberOf(json, name);
  return typeof value === "string" ? value : undefined;
}

/** The list inside a body, whether it stands at the top, under `results` or inside an envelope. */
export function listIn(json: unknown): readonly unknown[] | undefined {
  const content = memberOf(json, "content");
  for (const place of [json, memberOf(json, "results"), content, memberOf(content, "results")])
    if (Array.isArray(place)) return place;
  return undefined;
}

/** What an answer says the number of all records is, inside an envelope as well. */
export function totalIn(json: unknown): number | undefined {
  for (const place of [json, memberOf(json, "content")]) {
    const total = memberOf(place, "totalCount");
    if (typeof total === "number") return total;
  }
  return undefined;
}

/** A value as one text, the same however its members are ordered: two are equal where these are. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "undefined";
  const members = Object.keys(value)
    .filter((name) => value[name] !== undefined && value[name] !== null)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join()}}`;
}

/** A number of 53 bits that two texts hardly share. */
export function hashOf(text: string): number {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 2_654_435_761);
    other = Math.imul(other ^ unit, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & other) + (one >>> 0);
}
