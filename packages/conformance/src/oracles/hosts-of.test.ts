import { expect, it } from "vitest";
import { hostsOf } from "./hosts-of.ts";

it("hostsOf returns each host of a connection string, without its port", () => {
  expect(hostsOf("engine://A.example.net:27017,b.example.net:27017/?tls=true")).toEqual([
    "a.example.net",
    "b.example.net",
  ]);
  expect(hostsOf("engine+srv://cluster0.example.net")).toEqual(["cluster0.example.net"]);
  expect(hostsOf("engine://name:word@a.example.net:1/db")).toEqual(["a.example.net"]);
});

it("hostsOf returns nothing for anything else", () => {
  for (const other of [undefined, 5, "", "a.example.net", "engine://"]) expect(hostsOf(other)).toEqual([]);
});
