import { expect, it } from "vitest";
import type { Given } from "../flags.ts";
import { UsageError } from "../usage-error.ts";
import { networkSettings } from "./network-settings.ts";

const nothing = () => undefined;
const NO_FLAGS: Given = { words: [], has: () => false, one: nothing, all: nothing, integer: nothing };
const ADDRESSES = ["https://a.example/x", "http://b.example"];

const proxiesIn = (environment: Record<string, string>, addresses: readonly (string | undefined)[] = ADDRESSES) =>
  networkSettings(NO_FLAGS, environment, addresses).proxies;

it.each([
  [{}, undefined],
  [{ https_proxy: "http://s:1" }, { https: "http://s:1" }],
  [{ https_proxy: "http://s:1", HTTPS_PROXY: "http://t:1" }, { https: "http://s:1" }],
  [{ https_proxy: "", HTTPS_PROXY: "t:1" }, { https: "http://t:1" }],
  [{ http_proxy: "http://p:1" }, { http: "http://p:1" }],
  [{ HTTP_PROXY: "http://p:1" }, undefined],
  [{ ALL_PROXY: "http://a:1" }, { https: "http://a:1", http: "http://a:1" }],
  [
    { all_proxy: "http://a:1", ALL_PROXY: "http://b:1" },
    { https: "http://a:1", http: "http://a:1" },
  ],
  [
    { ALL_PROXY: "http://a:1", HTTPS_PROXY: "http://s:1" },
    { https: "http://s:1", http: "http://a:1" },
  ],
  [
    { ALL_PROXY: "a:1", http_proxy: "p:1" },
    { https: "http://a:1", http: "http://p:1" },
  ],
  [
    { ALL_PROXY: "http://a:1", NO_PROXY: "c.example" },
    { https: "http://a:1", http: "http://a:1", none: "c.example" },
  ],
  [{ NO_PROXY: "c.example" }, undefined],
  [{ http_proxy: "http://me:50%off@p:1" }, { http: "http://me:50%off@p:1" }],
])("the environment %j names the proxies %j", (environment, proxies) => {
  expect(proxiesIn(environment)).toEqual(proxies);
});

it.each([
  [{ https_proxy: "socks5://me:secret@s:1" }, "https_proxy", "https_proxy"],
  [{ http_proxy: "http://" }, "http_proxy", "http_proxy"],
  [{ ALL_PROXY: "socks5://me:secret@s:1" }, "ALL_PROXY", "https_proxy"],
  [{ ALL_PROXY: "socks5://me:secret@s:1", https_proxy: "http://s:1" }, "ALL_PROXY", "http_proxy"],
])("an unusable proxy on the way to a target is refused without its password: %j", (environment, named, remedy) => {
  expect(() => proxiesIn(environment)).toThrow(UsageError);
  expect(() => proxiesIn(environment)).toThrow(
    `${named} does not name a usable proxy: expected a URL such as http://proxy.example:3128; set ${remedy} to one`,
  );
  expect(() => proxiesIn(environment)).not.toThrow(/secret/);
});

it.each([
  [{ ALL_PROXY: "socks5://s:1" }, ["http://localhost:8080", undefined]],
  [{ ALL_PROXY: "socks5://s:1", no_proxy: "example" }, ADDRESSES],
  [{ ALL_PROXY: "socks5://s:1", https_proxy: "http://s:1" }, ["https://a.example"]],
])("an unusable proxy that no target needs is ignored: %j for %j", (environment, addresses) => {
  expect(proxiesIn(environment, addresses)?.http).toBeUndefined();
});
