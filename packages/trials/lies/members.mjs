/** Deeper than any body. */
const DEEPEST = 8;

/** The optional members of bodies with this schema, as paths; `*` stands for any item of a list, or any name. */
export function membersOf(schema, path = "", depth = 0) {
  if (depth > DEEPEST) return [];
  const { properties = {}, required = [], items, additionalProperties } = schema;
  const alternatives = [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  const own = Object.entries(properties).flatMap(([name, inner]) => {
    const place = path === "" ? name : `${path}.${name}`;
    return [...(required.includes(name) ? [] : [place]), ...membersOf(inner, place, depth + 1)];
  });
  const within = path === "" ? "*" : `${path}.*`;
  const each = items === undefined ? [] : membersOf(items, within, depth + 1);
  const others = typeof additionalProperties === "object" ? membersOf(additionalProperties, within, depth + 1) : [];
  const either = alternatives.flatMap((one) => membersOf(one, path, depth + 1));
  return [...new Set([...own, ...each, ...others, ...either])];
}
