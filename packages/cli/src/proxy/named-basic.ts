import type { HeaderList } from "@plumbline/client";

const MASK = "***";

/**
 * Masked fields with the name of a basic credential, where that name is one of those which the target file has for a secret:
 * without it nobody can tell from a recording who asked. Any other name may be the secret itself.
 */
export const withBasicName = (masked: HeaderList, sent: HeaderList, names: ReadonlySet<string>): HeaderList =>
  masked.map(([field, value], index) => {
    const name = field.toLowerCase() === "authorization" ? basicName(sent[index]?.[1] ?? "") : undefined;
    return name === undefined || !names.has(name)
      ? ([field, value] as const)
      : ([field, `Basic ${Buffer.from(`${name}:${MASK}`).toString("base64")}`] as const);
  });

function basicName(value: string): string | undefined {
  const [, pair = ""] = /^basic +(\S+)$/i.exec(value) ?? [];
  return /^([^:]+):/.exec(Buffer.from(pair, "base64").toString("utf8"))?.[1];
}
