import type { SecretChange } from "../ground/call.ts";

/** Returns a secret that is almost right. If it has no letters, its case cannot change, so it gets longer instead. */
export function changedSecret(secret: string, change: SecretChange): string {
  switch (change) {
    case "longer secret":
      return `${secret}x`;
    case "shorter secret":
      return secret.slice(0, -1);
    case "secret in the other case":
      return swapCase(secret) === secret ? `${secret}x` : swapCase(secret);
    case "empty secret":
      return "";
    default:
      return change satisfies never;
  }
}

/** Swaps the case of every letter; a text without letters stays the same. */
export const swapCase = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));
