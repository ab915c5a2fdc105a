import type { Credential, Exchange } from "@plumbline/client";
import { requirements } from "../requirements/requirements.ts";
import { testTarget } from "../target/target.test-support.ts";
import type { Target } from "../target/target.ts";
import { GROUP, SERVER } from "./exchange.test-support.ts";
import { TrafficJudge } from "./traffic-judge.ts";

const key = (username: string): Credential => ({ scheme: "digest", label: username, username, password: "none" });

/** A target whose keys have names and roles. */
export const target: Target = testTarget(SERVER, {
  credentials: {
    main: key("mainkey"),
    noRole: key("norole"),
    byRole: { "Project Read Only": key("readonly"), "Project Owner": key("owner") },
  },
  fixtures: { groupId: GROUP },
});

/** A judge with every requirement, or with those whose ids begin with one of the areas, which takes a tenth of the time. */
export const judgeOf = (of = target, areas: readonly string[] = [""]): TrafficJudge =>
  new TrafficJudge(of, {
    requirements: requirements.filter(({ id }) => areas.some((area) => id.startsWith(area))),
    command: "",
    toolVersion: "0",
    runId: "0",
  });

/** The outcome of each verdict by the id of its check, for requirements whose ids begin with one of these texts. */
export const outcomesIn =
  (...areas: readonly string[]) =>
  async (exchanges: readonly Exchange[], of = target): Promise<Readonly<Record<string, string>>> => {
    const judge = judgeOf(of, areas);
    for (const exchange of exchanges) judge.see(exchange);
    const { verdicts } = await judge.finish();
    return Object.fromEntries(verdicts.map(({ check, outcome }) => [check, outcome]));
  };
