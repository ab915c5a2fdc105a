import { openFront } from "../safety/front.mjs";

/** Stands in front of a reference and takes one member out of each body of one operation; `told()` is how often it did. */
export async function liar(reference, { operation, member }) {
  let told = 0;
  const front = await openFront(reference.url, (request, pass) => {
    const lied = request.operation === operation ? without(request.body, member.split(".")) : undefined;
    // What carries no credentials is refused whatever it says.
    if (lied === undefined || !request.rawHeaders.some((text) => /^authorization$/i.test(text))) return pass(request);
    told += 1;
    return pass({ ...request, body: lied });
  });
  return { url: front.url, told: () => told, close: front.close };
}

/** A body without the member, where it has it. */
function without(bytes, path) {
  let value;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
  return removed(value, path) ? Buffer.from(JSON.stringify(value)) : undefined;
}

function removed(value, [name, ...rest]) {
  if (typeof value !== "object" || value === null) return false;
  if (name === "*") return Object.values(value).filter((inner) => removed(inner, rest)).length > 0;
  if (!Object.hasOwn(value, name)) return false;
  if (rest.length > 0) return removed(value[name], rest);
  delete value[name];
  return true;
}
