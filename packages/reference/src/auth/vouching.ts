import type { Incoming } from "../http/incoming.ts";
import { KEY_LABELS, type KeyLabel } from "../key-labels.ts";
import { sameSecret } from "../secrets.ts";

const VOUCHED = "x-plumbline-vouched";

/** The header field with which a caller that may vouch lets a request in with the key of a label. */
export const vouched = (secret: string, label: KeyLabel): readonly [name: string, value: string] => [
  VOUCHED,
  `${label} ${secret}`,
];

/** The label of the key for which a request is vouched; `undefined` if it is not vouched. */
export function vouchedLabel(secret: string | undefined, request: Pick<Incoming, "header">): KeyLabel | undefined {
  const [named, given = ""] = secret === undefined ? [] : (request.header(VOUCHED) ?? "").split(" ");
  if (secret === undefined || !sameSecret(given, secret)) return undefined;
  return KEY_LABELS.find((label) => label === named);
}
