import { expect, it } from "vitest";
import { Signers } from "./signers.ts";

const key = (username: string, label: string) =>
  ({
    scheme: "digest",
    label,
    username,
    password: "x",
    userVariable: `${label}_U`,
    secretVariable: `${label}_S`,
  }) as const;

it("Signers names the variables of the key that signed, the main key's first, and none for an unknown key", () => {
  const signers = new Signers({
    main: key("one", "MAIN"),
    byRole: { "Project Read Only": key("two", "READER"), "Project Owner": key("one", "OWNER") },
    serviceAccount: { clientId: "id", clientSecret: "s", idVariable: "ID", secretVariable: "SECRET" },
  });
  expect(signers.of("digest one", { scheme: "digest" })).toMatchObject({ label: "MAIN", userVariable: "MAIN_U" });
  expect(signers.of("digest two", { scheme: "digest" })).toMatchObject({ secretVariable: "READER_S" });
  expect(signers.of("basic id", { scheme: "basic" })).toMatchObject({ userVariable: "ID", secretVariable: "SECRET" });
  expect(signers.of("digest three", { scheme: "digest" })).toEqual({ scheme: "digest", label: "client" });
  expect(signers.of("none", { scheme: "none" })).toEqual({ scheme: "none" });
});
