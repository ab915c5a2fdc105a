import { createClient } from "@plumbline/client";
import { conduct, requirements } from "@plumbline/conformance";
import { startReference } from "@plumbline/reference";
import { describe, expect, it } from "vitest";
import { targetOfReference } from "../targets/reference.ts";

/** The verdict of a rule about a setting if an alert configuration with this address exists already. */
async function judgedBeside(emailAddress: string) {
  const reference = await startReference({ seed: 1 });
  const { advanceClock: _own, ...target } = targetOfReference(reference, []);
  const { main: credential } = target.credentials;
  if (credential === undefined) throw new Error("the reference has no main key");
  const client = createClient({ baseUrl: reference.url, credential });
  const notifications = [{ typeName: "EMAIL" as const, emailAddress, delayMin: 0, intervalMin: 60 }];
  await client.call("createAlertConfig", {
    path: { groupId: reference.world.projectId },
    body: { eventTypeName: "CREDIT_CARD_ABOUT_TO_EXPIRE", enabled: false, notifications },
  });
  client.close();
  const report = await conduct(
    { ...target, kind: "url" },
    {
      requirements,
      selection: { only: ["AUD-ROUNDTRIP@updateAuditing/v2"] },
      patience: 1_000,
      command: "test",
      runId: "test",
      toolVersion: "0",
    },
  );
  await reference.close();
  return report.verdicts.map((one) => [one.outcome, "reason" in one ? one.reason : ""]);
}

describe("a setting, of which there is one", () => {
  it("is left to the run that has signed for it", async () => {
    expect(await judgedBeside("plumbline-0123456789ab-turn@example.com")).toEqual([
      [
        "could-not-run",
        expect.stringMatching(/another run is at work here, and its records bear plumbline-0123456789ab/),
      ],
    ]);
  });

  it("is judged where nobody has", async () => {
    expect(await judgedBeside("alerts@example.com")).toEqual([["pass", ""]]);
  });
});
