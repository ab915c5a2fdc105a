import type { RunWish } from "@plumbline/report";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PageServer, servePage } from "./page-server.ts";

const wishes: RunWish[] = [];
let server: PageServer;
beforeAll(async () => {
  server = await servePage({
    page: () => "the page",
    listen: (response) => void response.end(),
    run: (wish) => void wishes.push(wish),
    known: () => undefined,
    stop: () => undefined,
  });
});
afterAll(() => server.close());

const post = (path: string, body: string): Promise<Response> =>
  fetch(server.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(server.url).origin },
    body,
  });

describe("the server of the live page", () => {
  it("serves the page below its token, and nothing elsewhere", async () => {
    expect(await (await fetch(server.url)).text()).toBe("the page");
    expect((await fetch(new URL("/", server.url))).status).toBe(404);
  });

  it("passes on the run that the page asks for", async () => {
    expect((await post("run", JSON.stringify({ scope: "area", name: "ALT" }))).status).toBe(204);
    expect(wishes).toEqual([{ scope: "area", name: "ALT" }]);
  });

  it.each([
    ["too large", "x".repeat(70_000), "larger than 64 KiB"],
    ["no JSON", "{", "not JSON"],
    ["without a scope", "{}", "scope is one of"],
  ])("answers 409 to a body that is %s, and goes on", async (_what, body, words) => {
    const refused = await post("run", body);
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining(words)]);
    expect((await fetch(server.url)).status).toBe(200);
  });
});
