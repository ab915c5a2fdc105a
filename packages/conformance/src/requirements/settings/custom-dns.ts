import { fieldsOf, member } from "../../ground/json.ts";
import { type Judgement, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Story } from "../../kernel/story.ts";
import { ofShape, violated } from "../../oracles/violated.ts";
import { type Requirement, story, watch } from "../../rule/requirement.ts";
import { ofRightType } from "../shared/as-sent.ts";
import { refusesBodies } from "../shared/refused-writes.ts";
import { NO_STATE, ON_PROJECT } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";

const RESOURCE = "Resources and their fields > Custom DNS setting and private IP mode";
const OPERATIONS = "Endpoints > Auditing, DNS, private IP mode";
const shape = violated((violation) => ofShape(violation) && violation.pointer !== "");

/** Changes the setting, then restores it, and checks the answer and a read each time. */
async function dnsReturns(story: Story): Promise<Judgement> {
  const before = fieldsOf(await story.records.restorableState("updateCustomDns"));
  for (const enabled of [before["enabled"] !== true, before["enabled"] === true]) {
    const updated = await story.does("updateCustomDns", { body: { enabled } }, `enabled ${enabled}`);
    const read = await story.eventually(
      () => story.prepares("getCustomDns", {}, "reading the setting back"),
      ({ json }) => member(json, "enabled") === enabled,
    );
    // DNS-SHAPE judges a value of another type.
    for (const [where, json] of Object.entries({ "the answer": updated.json, "the next read": read.json })) {
      const got = ofRightType(story, where, json, "enabled", enabled);
      story.must(got === enabled, `enabled ${enabled} in ${where}`, quoted(got));
    }
  }
  return upheld;
}

/** The rules on the custom DNS setting of a project. */
export const customDns: readonly Requirement[] = [
  watch({
    id: "DNS-SHAPE",
    level: "MUST",
    basis: "stated",
    text: "The custom DNS setting is an object whose enabled is a boolean.",
    section: RESOURCE,
    on: is("getCustomDns", "updateCustomDns"),
    examine: shape,
  }),
  story({
    id: "DNS-REQUIRED",
    level: "MUST",
    basis: "derived:D1",
    text: "Updating the custom DNS setting needs enabled.",
    section: RESOURCE,
    stage: "refused-writes",
    risk: "update",
    on: is("updateCustomDns"),
    requests: 8,
    needs: ON_PROJECT,
    tell: async (story) => {
      const faults = { "a body without enabled": { body: {} }, "enabled as a text": { body: { enabled: "x" } } };
      return refusesBodies(story, faults, {
        read: async () => (await story.prepares("getCustomDns", {}, "reading the setting back")).json,
      });
    },
  }),
  story({
    id: "DNS-ROUNDTRIP",
    level: "MUST",
    basis: "stated",
    text: "The value sent for custom DNS is in the answer and in the next read.",
    section: OPERATIONS,
    stage: "state",
    risk: "update",
    on: is("updateCustomDns"),
    requests: 6,
    needs: ON_PROJECT,
    mock: NO_STATE,
    tell: dnsReturns,
  }),
];
