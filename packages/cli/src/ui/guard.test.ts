import { describe, expect, it } from "vitest";
import { admission, type PageRequest } from "./guard.ts";

const served = { token: "secret-token", port: 4711 };
const host = "127.0.0.1:4711";
const get: PageRequest = { method: "GET", target: "/secret-token/", headers: { host } };
const post: PageRequest = {
  method: "POST",
  target: "/secret-token/run",
  headers: { host, origin: `http://${host}`, "content-type": "application/json" },
};
const withHeaders = (asked: PageRequest, headers: PageRequest["headers"]): PageRequest => ({
  ...asked,
  headers: { ...asked.headers, ...headers },
});

describe("admission", () => {
  it.each<[string, PageRequest, string]>([
    ["the page", get, ""],
    ["the page under the other name of this machine", withHeaders(get, { host: "localhost:4711" }), ""],
    ["an address typed by hand", withHeaders(get, { "sec-fetch-site": "none" }), ""],
    ["what the page asks for", withHeaders(post, { "sec-fetch-site": "same-origin" }), "run"],
    ["JSON with its character set", withHeaders(post, { "content-type": "application/json; charset=utf-8" }), "run"],
    ["a path of several segments", { ...get, target: "/secret-token/runs/a/?x=1" }, "runs/a/"],
  ])("lets %s in", (_name, asked, path) => {
    expect(admission(asked, served)).toMatchObject({ kind: "admitted", path });
  });

  it.each<[string, PageRequest, number]>([
    ["another name for this machine's address", withHeaders(get, { host: "rebound.example.test:4711" }), 403],
    ["another port", withHeaders(get, { host: "127.0.0.1:4712" }), 403],
    ["no host", { ...get, headers: {} }, 403],
    ["no token", { ...get, target: "/" }, 404],
    ["a part of the token", { ...get, target: "/secret-toke/" }, 404],
    ["the token in a later place", { ...get, target: "/x/secret-token/" }, 404],
    ["a target that is no address", { ...get, target: "http://[" }, 404],
    ["a page of another site", withHeaders(get, { "sec-fetch-site": "cross-site" }), 403],
    ["a page at another port of this machine", withHeaders(get, { "sec-fetch-site": "same-site" }), 403],
    ["another origin", withHeaders(post, { origin: "http://127.0.0.1:4712" }), 403],
    ["a hidden origin", withHeaders(post, { origin: "null" }), 403],
    ["a form", withHeaders(post, { "content-type": "text/plain" }), 415],
    ["JSON by another name", withHeaders(post, { "content-type": "application/jsonp" }), 415],
    ["another method", { ...post, method: "PUT" }, 405],
  ])("keeps %s out", (_name, asked, status) => {
    expect(admission(asked, served)).toMatchObject({ kind: "refused", status });
  });

  it("keeps out a POST without an Origin", () => {
    const { origin: _origin, ...headers } = post.headers;
    expect(admission({ ...post, headers }, served)).toMatchObject({ kind: "refused", status: 403 });
  });
});
