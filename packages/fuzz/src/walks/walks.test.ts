import { conduct } from "@plumbline/conformance";
import { afterEach, describe, expect, it } from "vitest";
import { Budget } from "../campaigns/budget.ts";
import { FuzzLog } from "../coverage/log.ts";
import { walksRequirements } from "../requirements/walks-requirement.ts";
import { type Bug, statefulServer } from "../stateful/stateful-server.test-support.ts";

const open: { close(): void }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function walked(bug?: Bug, seed = 1) {
  const server = await statefulServer(bug);
  open.push(server);
  const budget = new Budget(600);
  const log = new FuzzLog();
  const report = await conduct(server.target, {
    requirements: walksRequirements({ seed, shareOf: (part) => budget.share(part), versions: ["1.0", "2"], log }),
    selection: { only: ["FUZZ-WALKS"] },
    command: "test",
    runId: "test",
    toolVersion: "0",
  });
  const [verdict] = report.verdicts.filter(({ operation }) => operation === "createAlertConfig");
  return { verdict, held: server.held(), log };
}

describe("walksRequirements", () => {
  it("holds on a correct server, leaves nothing behind, and counts its walks", async () => {
    const { verdict, held, log } = await walked();
    expect({ verdict, held }).toMatchObject({ verdict: { outcome: "pass" }, held: 0 });
    expect(log.walks.get("alert configuration")).toBeGreaterThan(10);
  });

  it("finds a lost update, and shrinks it to the fewest steps", async () => {
    const bug: Bug = (step, config, _remembered, sent) => (step === "update" ? { ...config } : sent);
    const { verdict, held } = await walked(bug);
    expect(verdict).toMatchObject({
      outcome: "fail",
      expected: expect.stringMatching(/REC-ECHO\), after create: .* then update: [^,]*$/),
    });
    expect(held).toBe(0);
  });

  it("finds an update that changes another record", async () => {
    const known = new Set<Record<string, unknown>>();
    const bug: Bug = (_step, config, _remembered, sent) => {
      for (const other of known) if (other !== config) Object.assign(other, { eventTypeName: "CHANGED" });
      known.add(config);
      const next = { ...sent };
      known.add(next);
      return next;
    };
    const { verdict } = await walked(bug, 3);
    expect(verdict?.outcome).toBe("fail");
    // Either the walk or an invariant reports it.
    expect(JSON.stringify(verdict)).toContain("eventTypeName");
  });
});
