/** The deepest nesting that is shown. */
const DEEPEST = 200;

/** The whole of a small value, or the beginning of a large one that takes up this many characters; `cut` says which. */
export function beginningOf(value: unknown, characters: number): { readonly value: unknown; readonly cut: boolean } {
  const room = { left: characters };
  const part = partOf(value, room, 0);
  return room.left < 0 ? { value: part, cut: true } : { value, cut: false };
}

interface Room {
  left: number;
}

function partOf(value: unknown, room: Room, depth: number): unknown {
  if (typeof value === "string") return textOf(value, room);
  room.left -= 1;
  if (typeof value !== "object" || value === null) return value;
  if (depth > DEEPEST) {
    room.left = -1;
    return null;
  }
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) {
      if (room.left < 0) break;
      items.push(partOf(item, room, depth + 1));
    }
    return items;
  }
  const members: [string, unknown][] = [];
  const all = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(all)) {
    if (room.left < 0) break;
    members.push([textOf(name, room), partOf(all[name], room, depth + 1)]);
  }
  return Object.fromEntries(members);
}

function textOf(text: string, room: Room): string {
  const kept = text.slice(0, Math.max(0, room.left));
  room.left -= text.length + 1;
  return kept;
}
