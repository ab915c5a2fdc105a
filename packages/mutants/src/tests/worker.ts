import type { Finding } from "../finding.ts";
import type { Hits } from "../switch.ts";
import { serveOrders } from "../workers/serve-orders.ts";
import { type Tested, Tester, type TestRun } from "./tester.ts";

/** The order to a worker process that runs tests. */
export type Order =
  | { readonly kind: "reach"; readonly tested: Tested; readonly tests: readonly string[] }
  | { readonly kind: "trial"; readonly tested: Tested; readonly run: TestRun };
/** The answer of the worker process. */
export type Result =
  | { readonly kind: "reach"; readonly reached: Readonly<Record<string, Hits | undefined>> }
  | { readonly kind: "trial"; readonly finding: Finding };

let tester: Tester | undefined;

serveOrders(async (order: Order): Promise<Result> => {
  tester ??= new Tester(order.tested);
  switch (order.kind) {
    case "reach":
      return { kind: "reach", reached: await tester.reach(order.tests) };
    case "trial":
      return { kind: "trial", finding: await tester.judge(order.run) };
    default:
      return order satisfies never;
  }
});
