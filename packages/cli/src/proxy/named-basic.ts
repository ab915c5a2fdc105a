import type { HeaderList } from "@plumbline/client";

const MASK = "***";

/**
 * Masked fields in which a basic credential keeps its name, if that is a name that the target file gives for a secret:
 * without it a recording does not show who sent the request. Any other name may be the secret itself.
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
