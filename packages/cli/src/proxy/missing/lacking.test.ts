import type { Exchange } from "@plumbline/client";
import { type Recognised, Recogniser } from "@plumbline/conformance";
import { bindContract, INTERFACE_VERSIONS, neutral, pathPrefix } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { Lacking } from "./lacking.ts";

const contract = bindContract(neutral);
const ALERTS = `${pathPrefix("1.0", neutral.product)}/groups/${"a".repeat(24)}/alerts`;
const asked: Recognised = new Recogniser(contract).find("GET", ALERTS) ?? expect.fail("there is no such path");

function answer(status: number, body: string): Exchange {
  const json = body.startsWith("{") ? JSON.parse(body) : undefined;
  return {
    id: "",
    request: { method: "GET", url: "", headers: [], credential: { scheme: "none" } },
    response: { status, headers: [], body, bodyBytes: body.length, invalidUtf8: false, json },
    startedAt: 0,
    milliseconds: 0,
  };
}

it("knows what is said to be absent, and versions that are not served", () => {
  expect(new Lacking({ contract, versions: INTERFACE_VERSIONS }).isAbsent(asked)).toBe(false);
  expect(new Lacking({ contract, versions: ["2"] }).isAbsent(asked)).toBe(true);
  const less = bindContract({ ...neutral, routes: { listAlerts: { "1.0": null } } });
  expect(new Lacking({ contract: less, versions: INTERFACE_VERSIONS }).isAbsent(asked)).toBe(true);
});

it("tells a path that is none by its words, and is in doubt until a record has others", () => {
  const lacking = new Lacking({ contract, versions: INTERFACE_VERSIONS });
  const none = answer(404, '{"path": "/plumbline-no-such-path", "at": 12, "error": "Cannot GET"}');
  const same = answer(404, '{"path": "/other/path", "at": 345, "error": "Cannot POST"}');
  expect(lacking.standing(asked, same, none)).toBe("doubtful");
  expect(lacking.standing(asked, answer(404, '{"error": "no such alert"}'), none)).toBe("there");
  expect(lacking.standing(asked, same, none)).toBe("missing");
  expect(lacking.standing(asked, same, answer(200, "a page for every path"))).toBe("there");
});

it("decides by the error code if an unknown path cannot be requested", () => {
  const lacking = new Lacking({ contract, versions: INTERFACE_VERSIONS });
  for (const none of [undefined, answer(401, ""), answer(403, "")]) {
    expect(lacking.standing(asked, answer(404, '{"errorCode": "ALERT_NOT_FOUND"}'), none)).toBe("there");
    expect(lacking.standing(asked, answer(404, "Not Found"), none)).toBe("doubtful");
  }
});

it("takes 405 and 501 for what they say, but never of an operation that was answered", () => {
  const lacking = new Lacking({ contract, versions: INTERFACE_VERSIONS });
  for (const status of [405, 501]) expect(lacking.standing(asked, answer(status, ""), undefined)).toBe("missing");
  expect([200, 400, 401, 404, 405, 500, 501, 502].filter((one) => lacking.mayLack(asked, one))).toEqual([
    404, 405, 501,
  ]);
  lacking.had(asked);
  expect([404, 405, 501].filter((one) => lacking.mayLack(asked, one))).toEqual([]);
  expect(lacking.standing(asked, answer(501, ""), undefined)).toBe("there");
});

it("is certain of an operation that was missing before, and of its area, until something of that is there", () => {
  const lacking = new Lacking({ contract, versions: INTERFACE_VERSIONS });
  const same = answer(404, "404 page not found");
  const beside =
    new Recogniser(contract).find("GET", `${ALERTS}/${"b".repeat(24)}`) ?? expect.fail("there is no such path");
  lacking.found(asked);
  expect([asked, beside].map((one) => lacking.standing(one, same, same))).toEqual(["missing", "missing"]);
  lacking.had(asked);
  expect([asked, beside].map((one) => lacking.standing(one, same, same))).toEqual(["there", "doubtful"]);
});

it("is certain once an operation that is there says in other words that a record is not", () => {
  const lacking = new Lacking({ contract, versions: INTERFACE_VERSIONS });
  const same = answer(404, "404 page not found");
  const beside =
    new Recogniser(contract).find("GET", `${ALERTS}/${"b".repeat(24)}`) ?? expect.fail("there is no such path");
  expect(lacking.isCurious(asked, 404)).toBe(false);
  lacking.had(asked);
  expect(lacking.isCurious(asked, 404)).toBe(true);
  lacking.hears(asked, same);
  expect(lacking.standing(beside, same, same)).toBe("doubtful");
  lacking.hears(asked, answer(404, "no such alert"));
  expect(lacking.standing(beside, same, same)).toBe("missing");
});
