import type { SecretChange } from "../ground/call.ts";

/** A secret that is almost right; one without letters has no other case and is made longer instead. */
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

/** The same text in the other case; one without letters stays what it is. */
export const swapCase = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));
