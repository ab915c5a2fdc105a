import { expect, test } from "vitest";
import { expectLinear } from "../growth.test-support.ts";
import { seeded } from "../seeded.test-support.ts";
import { parseChallenges } from "./challenge.ts";

const read = (...values: string[]) =>
  parseChallenges(values).map(({ scheme, parameters, token68 }) => [scheme, Object.fromEntries(parameters), token68]);

test("the challenge of the interface, quoted or bare", () => {
  const wanted = [["Digest", { realm: "r", nonce: "n=", algorithm: "MD5", qop: "auth", stale: "false" }, undefined]];
  expect(read('Digest realm="r", nonce="n=", algorithm=MD5, qop="auth", stale=false')).toEqual(wanted);
  expect(read("Digest realm=r,nonce=n=,algorithm=MD5,qop=auth,stale=false")).toEqual(wanted);
});

test("several challenges in one field and in several", () => {
  expect(read('Newauth realm="apps", type=1, title="Login to \\"apps\\"", Basic realm="simple"', "Negotiate")).toEqual([
    ["Newauth", { realm: "apps", type: "1", title: 'Login to "apps"' }, undefined],
    ["Basic", { realm: "simple" }, undefined],
    ["Negotiate", {}, undefined],
  ]);
  expect(read("Negotiate YWJj==, Basic realm=x,Bearer")).toEqual([
    ["Negotiate", {}, "YWJj=="],
    ["Basic", { realm: "x" }, undefined],
    ["Bearer", {}, undefined],
  ]);
  expect(read("Negotiate YWJj==")).toEqual([["Negotiate", {}, "YWJj=="]]);
});

test("commas and blanks wherever a list allows them", () => {
  expect(read(' , ,Digest ,, REALM = "a, b=c" ,\t, nonce="1",,')).toEqual([
    ["Digest", { realm: "a, b=c", nonce: "1" }, undefined],
  ]);
});

test("of a repeated parameter the first value counts, and __proto__ is a name like any other", () => {
  const [challenge] = parseChallenges(["Digest qop=auth, qop=auth-int, __proto__=x"]);
  expect(challenge?.parameters.get("qop")).toBe("auth");
  expect(challenge?.parameters.get("__proto__")).toBe("x");
});

test.each([
  "",
  ",",
  "=",
  '"',
  '"abc',
  'Digest realm="abc',
  "Digest realm=",
  "Digest =x",
  'Digest "x"',
  "\u0000\u00ff =",
])("broken input %j ends without an exception", (text) => {
  expect(read(text).length).toBeLessThanOrEqual(2);
});

test("any input ends, and what was written comes back", () => {
  const random = seeded(20250101);
  for (let round = 0; round < 2_000; round++) {
    const noise = random.text(["a", "Z", "=", ",", " ", '"', "\\", "\t", "é", "-", "/"], random.below(40));
    expect(parseChallenges([noise]).every(({ scheme }) => scheme !== "")).toBe(true);
    const value = random.text(["a", "=", ",", " ", '"', "\\", "é", "7"], random.below(20));
    const written = `Digest realm="${value.replace(/["\\]/g, "\\$&")}", nonce=abc, Basic realm=x`;
    expect(read(written)[0]).toEqual(["Digest", { realm: value, nonce: "abc" }, undefined]);
  }
});

test("hostile characters take time in proportion to their number", () => {
  for (const piece of ["a ", "a =", '"', "\\", 'a="', ",", " ", "a", "a=,"])
    expectLinear((size) => parseChallenges([piece.repeat(size / piece.length)]), 125_000, piece);
});
