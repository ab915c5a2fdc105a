import { describe, expect, it } from "vitest";
import { CONNECTION_STRING_FORMS, type ConnectionStringForm } from "./connection-string-forms.ts";
import { connectionStrings, privateEndpoint } from "./connection-strings.ts";

const has = (form: ConnectionStringForm, text: unknown): boolean =>
  new RegExp(CONNECTION_STRING_FORMS[form], "u").test(String(text));

describe("CONNECTION_STRING_FORMS", () => {
  it.each<[ConnectionStringForm, string]>([
    ["standard", "engine://cluster0-shard-00-00.abcde.example.net:27017"],
    ["standard", "engine://a-shard-00-00.id.net:27017,a-shard-00-01.id.net:27017/?ssl=true"],
    ["standard", "engine://cluster0-shard-00-00-abcde.example.net:27017,cluster0-shard-00-01-abcde.example.net:27017"],
    ["standardSrv", "engine+srv://cluster0.abcde.example.net"],
    ["standardSrv", "engine+srv://cluster0-abcde.example.net"],
    ["private", "engine://cluster0-shard-00-00-pri.abcde.example.net:27017"],
    ["private", "engine://a-shard-00-00-pri.id.net:27017,a-shard-00-01-pri.id.net:27017/?ssl=true"],
    ["privateSrv", "engine+srv://cluster0-pri.abcde.example.net"],
    ["privateEndpoint", "engine://pl-0-us-east-1.abcde.example.net:1024"],
    ["privateEndpointSrv", "engine+srv://pl-0-us-east-1.abcde.example.net"],
    ["privateEndpointSrv", "engine+srv://cluster0-pl-0-us-east-1.abcde.example.net"],
  ])("matches the %s form: %s", (form, text) => {
    expect(has(form, text)).toBe(true);
  });

  it.each<[ConnectionStringForm, string]>([
    ["standard", "engine://cluster0-shard-00-00.abcde.example.net:1024"],
    ["standard", "engine+srv://cluster0.abcde.example.net"],
    ["standard", "engine://cluster0-shard-00-00-pri.abcde.example.net:27017"],
    ["standard", "engine://cluster0.abcde.example.net:27017"],
    ["standardSrv", "engine://cluster0.abcde.example.net"],
    ["standardSrv", "engine+srv://cluster0"],
    ["private", "engine://cluster0-shard-00-00.abcde.example.net:27017"],
    ["private", "engine://a-shard-00-00-pri.id.net:27017,a-shard-00-01.id.net:27017"],
    ["privateSrv", "engine+srv://cluster0.abcde.example.net"],
    ["privateEndpoint", "engine://pl-0-us-east-1.abcde.example.net:27017"],
    ["privateEndpoint", "engine://cluster0-pl-0-us-east-1.abcde.example.net:1024"],
    ["privateEndpointSrv", "engine+srv://pl-us-east-1.abcde.example.net"],
  ])("does not match the %s form: %s", (form, text) => {
    expect(has(form, text)).toBe(false);
  });

  it("match the examples in the schemas", () => {
    const example = (schema: typeof connectionStrings | typeof privateEndpoint, member: string): unknown =>
      schema.properties?.[member]?.examples?.[0];
    for (const form of ["standard", "standardSrv", "private", "privateSrv"] as const)
      expect(has(form, example(connectionStrings, form)), form).toBe(true);
    expect(has("privateEndpoint", example(privateEndpoint, "connectionString"))).toBe(true);
    expect(has("privateEndpointSrv", example(privateEndpoint, "srvConnectionString"))).toBe(true);
  });
});
