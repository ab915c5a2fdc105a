import { bindContract, neutral } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { emptyWorld } from "../target/empty-world.ts";
import { testTarget } from "../target/target.test-support.ts";
import type { Call } from "./call.ts";
import { compose } from "./compose.ts";
import { NotOfferedError } from "./not-offered-error.ts";
import { UnknownRouteError } from "./unknown-route-error.ts";

/** A target that does not have the newer form of an operation. */
const target = testTarget("http://127.0.0.1:1", {
  contract: bindContract({ ...neutral, routes: { listAlertConfigs: { "2": null } } }),
});
const composed = (call: Call) => compose(call, target, emptyWorld(target));

describe("a call of an operation in a version", () => {
  it("that the target lacks and the description has is not offered", () => {
    expect(composed({ operation: "listAlertConfigs", version: "1.0" })).toMatchObject({ version: "1.0" });
    expect(() => composed({ operation: "listAlertConfigs", version: "2" })).toThrow(NotOfferedError);
  });

  it("that the description does not have is a mistake of whoever calls", () => {
    expect(() => composed({ operation: "listAlertConfigs", version: "standalone" })).toThrow(UnknownRouteError);
  });
});
