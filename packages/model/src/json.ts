type Fields = Readonly<Record<string, unknown>>;

const isObject = (json: unknown): json is Fields => typeof json === "object" && json !== null && !Array.isArray(json);

/** The members of a JSON object; none for any other value. */
export const membersOf = (json: unknown): Fields => (isObject(json) ? json : {});

/** A member of a JSON object. */
export const memberOf = (json: unknown, name: string): unknown =>
  isObject(json) && Object.hasOwn(json, name) ? json[name] : undefined;

/** A string member of a JSON object. */
export function textOf(json: unknown, name: string): string | undefined {
  const value = memberOf(json, name);
  return typeof value === "string" ? value : undefined;
}

/** The list in a body: at its top, under `results`, or in an envelope. */
export function listIn(json: unknown): readonly unknown[] | undefined {
  const content = memberOf(json, "content");
  for (const place of [json, memberOf(json, "results"), content, memberOf(content, "results")])
    if (Array.isArray(place)) return place;
  return undefined;
}

/** The total number of records that an answer states, also in an envelope. */
export function totalIn(json: unknown): number | undefined {
  for (const place of [json, memberOf(json, "content")]) {
    const total = memberOf(place, "totalCount");
    if (typeof total === "number") return total;
  }
  return undefined;
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/;

/** The second of a text that is a date and time; otherwise `undefined`. */
const secondOf = (text: string): number | undefined =>
  INSTANT.test(text) ? Math.floor(Date.parse(text) / 1_000) : undefined;

/** Longer lists are compared item by item in their order. */
const MOST_ITEMS = 50;

/**
 * Whether two values can describe the same thing: they are equal in each member that both have. Lists may differ in
 * order, and times are compared to the second in any form. One answer may show more members than the other.
 */
export function agree(one: unknown, other: unknown): boolean {
  if (one === other || one === null || other === null) return true;
  if (typeof one === "string" && typeof other === "string") {
    const second = secondOf(one);
    return second !== undefined && second === secondOf(other);
  }
  if (Array.isArray(one) && Array.isArray(other)) return itemsAgree(one, other);
  if (!isObject(one) || !isObject(other)) return false;
  return Object.entries(one).every(([name, value]) => other[name] === undefined || agree(value, other[name]));
}

function itemsAgree(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  if (one.length > MOST_ITEMS) return one.every((item, at) => agree(item, other[at]));
  const left = [...other];
  return one.every((item) => {
    const at = left.findIndex((candidate) => agree(item, candidate));
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
}

/** A number of 53 bits; two texts rarely share one. */
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
