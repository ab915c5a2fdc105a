/** A value as text that does not depend on the order of members, without ignored members. */
export const canonical = (value, ignored = []) =>
  JSON.stringify(value, (name, part) => {
    if (ignored.includes(name)) return undefined;
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
