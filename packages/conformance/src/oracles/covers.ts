import { isContainer, member } from "../ground/json.ts";

/** Whether a value shows what was sent. It may have more members, but not more list items. */
export function covers(shown: unknown, sent: unknown): boolean {
  if (Array.isArray(sent))
    return (
      Array.isArray(shown) && shown.length === sent.length && sent.every((one, index) => covers(shown[index], one))
    );
  if (isContainer(sent)) return Object.entries(sent).every(([name, value]) => covers(member(shown, name), value));
  return shown === sent;
}
