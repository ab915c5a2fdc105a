import { expect, it } from "vitest";
import type { SecretChange } from "../ground/call.ts";
import { changedSecret } from "./changed-secret.ts";

it.each<readonly [SecretChange, string, string]>([
  ["longer secret", "aB-1", "aB-1x"],
  ["shorter secret", "aB-1", "aB-"],
  ["secret in the other case", "aB-1", "Ab-1"],
  ["secret in the other case", "12-34", "12-34x"],
  ["empty secret", "aB-1", ""],
])("changedSecret, as %s of %s: %s, never the secret itself", (change, secret, expected) => {
  expect(changedSecret(secret, change)).toBe(expected);
});
