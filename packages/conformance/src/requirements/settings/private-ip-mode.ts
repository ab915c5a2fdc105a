import { received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, expects, type Judgement } from "../../ground/judgement.ts";
import type { Story } from "../../kernel/story.ts";
import { ofShape, violated } from "../../oracles/violated.ts";
import { notice, type Requirement, story, watch } from "../../rule/requirement.ts";
import { ofRightType } from "../shared/as-sent.ts";
import { isNot, runsOldEngine } from "../shared/clusters-of.ts";
import { refusesBodies } from "../shared/refused-writes.ts";
import { ON_PROJECT } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";

const RESOURCE = "Resources and their fields > Custom DNS setting and private IP mode";
const OPERATIONS = "Endpoints > Auditing, DNS, private IP mode";
const NO_RULES = "it knows nothing of the clusters of a project";
const shape = violated((violation) => ofShape(violation) && violation.pointer !== "");

/** Where no project with an old engine is stated, the known project shows whether it has one itself. */
async function isKeptInOwnProject(story: Story): Promise<Judgement> {
  const { contract } = story;
  const { groupId = "" } = story.world.fixtures;
  const unknown = "the run knows no oldEngineGroupId: state fixtures.oldEngineGroupId in the target file";
  if (!(await runsOldEngine({ contract, groupId }, (step) => story.ask("listClusters", step))))
    return story.cannot(unknown);
  const exchange = await story.ask("disablePrivateIpMode", { body: { enabled: false }, due: "refusal" });
  if (wasAccepted(exchange))
    return broken("4xx, as a cluster of the project runs an engine older than 5.0", received(exchange));
  // The target may refuse the request in every project, so the refusal proves nothing.
  return story.cannot(`the known project refuses it, as it has an old engine; for a positive control, ${unknown}`);
}

/** The rules on private IP mode. */
export const privateIpMode: readonly Requirement[] = [
  watch({
    id: "PIP-SHAPE",
    level: "MUST",
    basis: "stated",
    text: "Private IP mode is an object whose enabled is a boolean.",
    section: RESOURCE,
    on: is("disablePrivateIpMode"),
    examine: shape,
  }),
  story({
    id: "PIP-DISABLE",
    level: "MUST",
    basis: "stated",
    text: "Disabling private IP mode is answered with enabled false.",
    section: OPERATIONS,
    stage: "state",
    risk: "irreversible",
    on: is("disablePrivateIpMode"),
    requests: 1,
    needs: ON_PROJECT,
    tell: async (story) => {
      const { json } = await story.prepares("disablePrivateIpMode", { body: { enabled: false } });
      // PIP-SHAPE judges a value of another type.
      const enabled = ofRightType(story, "the answer", json, "enabled", false);
      return expects(enabled === false, "enabled false in the answer", () => "enabled true");
    },
  }),
  story({
    id: "PIP-BODY",
    level: "SHOULD",
    basis: "derived:D1",
    text: "The body that disables private IP mode holds enabled, a boolean; one without it, or with another type, is refused.",
    section: OPERATIONS,
    stage: "refused-writes",
    risk: "irreversible",
    on: is("disablePrivateIpMode"),
    requests: 3,
    needs: ON_PROJECT,
    tell: (story) =>
      refusesBodies(story, {
        "a body without enabled": { body: {} },
        "enabled as a text": { body: { enabled: "x" } },
      }),
  }),
  story({
    id: "PIP-PRECONDITION",
    level: "MUST",
    basis: "stated",
    text: "Private IP mode can be disabled when every cluster of the project runs engine 5.0 or newer, not before.",
    section: OPERATIONS,
    stage: "refused-writes",
    risk: "irreversible",
    on: is("disablePrivateIpMode"),
    requests: 3,
    // Without the other project, the known one may have such a cluster.
    needs: ON_PROJECT,
    mock: NO_RULES,
    tell: async (story) => {
      const { contract } = story;
      const groupId = story.world.fixtures.oldEngineGroupId;
      if (groupId === undefined) return isKeptInOwnProject(story);
      const other = await isNot("oldEngineGroupId", { contract, groupId }, (step) => story.ask("listClusters", step));
      if (other !== undefined) return story.cannot(other);
      await story.prepares("disablePrivateIpMode", { body: { enabled: false } });
      const exchange = await story.ask("disablePrivateIpMode", {
        path: { groupId },
        body: { enabled: false },
        due: "refused",
      });
      return expects(wasRefused(exchange), "4xx where a cluster runs an engine older than 5.0", () =>
        received(exchange),
      );
    },
  }),
  notice({
    id: "PIP-ENABLE",
    level: "UNSPECIFIED",
    text: "What sending enabled true to private IP mode does is not given.",
    section: OPERATIONS,
    on: is("disablePrivateIpMode"),
    notice: ({ call, answer }) =>
      member(call.body, "enabled") === true ? `enabled true is answered ${answer.status}` : undefined,
  }),
  notice({
    id: "PIP-ENVELOPE",
    level: "UNSPECIFIED",
    text: "The only query named for private IP mode is pretty; whether it takes envelope is not given.",
    section: OPERATIONS,
    on: is("disablePrivateIpMode"),
    notice: ({ call, answer }) =>
      call.query?.["envelope"] === undefined ? undefined : `envelope is answered ${answer.status}`,
  }),
];
