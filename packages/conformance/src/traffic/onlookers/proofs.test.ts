import { type Credential, digestResponse, type Exchange, passwordHash } from "@plumbline/client";
import { describe, expect, it } from "vitest";
import { GROUP, traffic } from "../exchange.test-support.ts";
import { outcomesIn, target } from "../outcomes.test-support.ts";

const outcomesOf = outcomesIn("AUTH");

const CONFIGS = `/api/product/v1.0/groups/${GROUP}/alertConfigs`;
const WRONG = "AUTH-DIGEST-WRONG-SECRET@listAlertConfigs/v1.0";
const WRONG_WRITES = "AUTH-DIGEST-WRONG-WRITES@deleteAlertConfig/v1.0";
const NOT_STALE = "AUTH-CHALLENGE-NOT-STALE@listAlertConfigs/v1.0";
const WITHOUT_QUERY = "AUTH-DIGEST-TAMPER-URI-QUERY@listAlertConfigs/v1.0";
const REALM = "r";
const key: Credential = { scheme: "digest", label: "main", username: "mainkey", password: "right" };
const known = { ...target, credentials: { ...target.credentials, main: key } };

interface Signed {
  readonly method?: string;
  readonly path?: string;
  readonly uri?: string;
  readonly password?: string;
}

/** A client that gets a challenge with a new nonce before each signed request. */
function client() {
  const next = traffic();
  let count = 0;
  const challenged = (stale = false): Exchange => {
    count += 1;
    const exchange = next("GET", CONFIGS, 401, { authorization: null });
    const challenge = `Digest realm="${REALM}", nonce="n${count}", algorithm=MD5, qop="auth", stale=${stale}`;
    const { response } = exchange;
    if (!("headers" in response)) throw new Error("the exchange has no answer");
    return { ...exchange, response: { ...response, headers: [["www-authenticate", challenge]] } };
  };
  const authorization = ({ method = "GET", path = CONFIGS, uri = path, password = "right" }: Signed): string => {
    const secret = passwordHash("MD5", "mainkey", REALM, password);
    const [nonce, nc, cnonce] = [`n${count}`, "00000001", "c"];
    const response = digestResponse({ algorithm: "MD5", passwordHash: secret, method, uri, nonce, nc, cnonce });
    return `Digest username="mainkey", realm="${REALM}", nonce="${nonce}", uri="${uri}", response="${response}", qop=auth, nc=${nc}, cnonce="${cnonce}"`;
  };
  const signed = (status: number, how: Signed = {}): readonly Exchange[] => {
    const challenge = challenged();
    const { method = "GET", path = CONFIGS } = how;
    const list = { results: [], totalCount: 0 };
    return [challenge, next(method, path, status, { authorization: authorization(how), answer: list })];
  };
  /** A signed request that the server answers with another challenge. */
  const refused = (how: Signed, stale: boolean): readonly Exchange[] => {
    const [challenge, request] = signed(401, how);
    const { response } = challenged(stale);
    return challenge === undefined || request === undefined ? [] : [challenge, { ...request, response }];
  };
  return { signed, refused };
}

describe("a digest with a wrong secret", () => {
  const wrong = { password: "wrong" };

  it("fails AUTH-DIGEST-WRONG-SECRET if accepted, once the secret of the target file has worked", async () => {
    const of = (...first: number[]) => {
      const { signed } = client();
      return [...first.flatMap((status) => signed(status)), ...signed(200, wrong), ...signed(200, wrong)];
    };
    expect((await outcomesOf(of(200), known))[WRONG]).toBe("fail");
    // The secret in the file may be outdated.
    expect((await outcomesOf(of(), known))[WRONG]).toBe("not-applicable");
    expect((await outcomesOf(of(401), known))[WRONG]).toBe("not-applicable");
  });

  it("is told apart from a correct one, and counts for writes separately", async () => {
    const { signed } = client();
    const right = [200, 200, 200].flatMap((status) => signed(status));
    expect((await outcomesOf(right, known))[WRONG]).toBe("not-applicable");
    const other = client();
    const path = `${CONFIGS}/${"b".repeat(24)}`;
    const removes = { ...wrong, method: "DELETE", path };
    const writes = [...other.signed(200), ...other.signed(204, removes), ...other.signed(204, removes)];
    expect((await outcomesOf(writes, known))[WRONG_WRITES]).toBe("fail");
  });

  it("must not be answered with stale=true for a fresh nonce", async () => {
    const of = (stale: boolean, how: Signed) => {
      const { signed, refused } = client();
      return [...signed(200), ...refused(how, stale), ...refused(how, stale)];
    };
    expect((await outcomesOf(of(true, wrong), known))[NOT_STALE]).toBe("warn");
    expect((await outcomesOf(of(false, wrong), known))[NOT_STALE]).toBe("not-applicable");
    // A correct digest may still come too late for its nonce.
    expect((await outcomesOf(of(true, {}), known))[NOT_STALE]).toBe("not-applicable");
  });
});

describe("AUTH-DIGEST-TAMPER-URI-QUERY", () => {
  const path = `${CONFIGS}?pretty=true`;

  it("warns if a digest whose uri lacks the query is accepted twice", async () => {
    const of = (times: number, how: Signed) => {
      const { signed } = client();
      return Array.from({ length: times }, () => signed(200, { path, ...how })).flat();
    };
    expect((await outcomesOf(of(2, { uri: CONFIGS }), known))[WITHOUT_QUERY]).toBe("warn");
    expect((await outcomesOf(of(1, { uri: CONFIGS }), known))[WITHOUT_QUERY]).toBe("not-applicable");
    expect((await outcomesOf(of(2, {}), known))[WITHOUT_QUERY]).toBe("not-applicable");
  });

  it("judges the uri even if the recording masks the response", async () => {
    const { signed } = client();
    const masked = [1, 2]
      .flatMap(() => signed(200, { path, uri: CONFIGS }))
      .map((exchange) => {
        const headers = exchange.request.headers.map(
          ([name, value]) => [name, value.replace(/response="[^"]+"/, 'response="***"')] as const,
        );
        return { ...exchange, request: { ...exchange.request, headers } };
      });
    expect((await outcomesOf(masked, known))[WITHOUT_QUERY]).toBe("warn");
  });

  it("passes if the target refuses such a digest", async () => {
    const { refused } = client();
    expect((await outcomesOf(refused({ path, uri: CONFIGS }, false), known))[WITHOUT_QUERY]).toBe("pass");
  });
});
