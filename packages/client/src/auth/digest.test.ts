import { expect, test } from "vitest";
import { buildAuthorization } from "./authorization.ts";
import { digestResponse, nonceCount, passwordHash } from "./digest.ts";

const rfc7616 = {
  method: "GET",
  uri: "/dir/index.html",
  nonce: "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v",
  nc: "00000001",
  cnonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
};

test.each([
  ["MD5", "8ca523f5e9506fed4657c9700eebdbec"],
  ["SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"],
] as const)("RFC 7616, section 3.9.1, with %s", (algorithm, response) => {
  const hash = passwordHash(algorithm, "Mufasa", "http-auth@example.org", "Circle of Life");
  expect(digestResponse({ ...rfc7616, algorithm, passwordHash: hash })).toBe(response);
});

test("RFC 2617, section 3.5", () => {
  const hash = passwordHash("MD5", "Mufasa", "testrealm@host.com", "Circle Of Life");
  const nonce = "dcd98b7102dd2f0e8b11d0f600bfb0c093";
  const input = { algorithm: "MD5", passwordHash: hash, method: "GET", uri: "/dir/index.html", nonce } as const;
  const response = "6629fae49393a05397450978507c4ef1";
  expect(digestResponse({ ...input, nc: "00000001", cnonce: "0a4f113b" })).toBe(response);
});

test("RFC 2069, section 2.4, as its erratum 749 has it: no qop", () => {
  const hash = passwordHash("MD5", "Mufasa", "testrealm@host.com", "CircleOfLife");
  const nonce = "dcd98b7102dd2f0e8b11d0f600bfb0c093";
  const input = { algorithm: "MD5", passwordHash: hash, method: "GET", uri: "/dir/index.html", nonce } as const;
  expect(digestResponse(input)).toBe("1949323746fe6a43ef61f9606e7febea");
});

test("the count is eight hexadecimal digits", () => {
  expect([1, 31, 0xffff].map(nonceCount)).toEqual(["00000001", "0000001f", "0000ffff"]);
});

test("the header holds exactly the fields given, quoted as RFC 7616 wants, without blanks", () => {
  const fields = { username: 'a"b\\c', realm: "r", nonce: "n", uri: "/x?y=1,2", response: "00", opaque: "" };
  expect(buildAuthorization({ ...fields, algorithm: "MD5", qop: "auth", nc: "00000001", cnonce: "c" })).toBe(
    'Digest username="a\\"b\\\\c",realm="r",nonce="n",uri="/x?y=1,2",algorithm=MD5,response="00",qop=auth,nc=00000001,cnonce="c",opaque=""',
  );
  expect(buildAuthorization({ nonce: "n", qop: "auth-int" })).toBe('Digest nonce="n",qop=auth-int');
});
