import { expect, it } from "vitest";
import { testTarget } from "../target/target.test-support.ts";
import { aStory, checkOf, subjectOf } from "./check.test-support.ts";
import { leaves } from "./leaves.ts";

const target = testTarget("http://127.0.0.1:1", {});

const creates = checkOf(aStory("A"), subjectOf("createCluster"), { requests: 4 });
const cancels = checkOf(aStory("B"), subjectOf("cancelRestoreJob"), { requests: 3 });
const reads = checkOf(aStory("C"), subjectOf("listClusters"), { requests: 5 });
const removable = checkOf(aStory("D"), subjectOf("createAlertConfig"), { requests: 5 });
const watches = checkOf(aStory("E"), subjectOf("createCluster"), { requests: 5, work: { kind: "watch" } });
const blocked = checkOf(aStory("F"), subjectOf("createCluster"), {
  obstacle: { kind: "could-not-run", reason: "not permitted" },
});

it("leaves counts as many permanent records as checks send creates, up to the limit", () => {
  expect([...leaves([creates, reads, removable, watches, blocked], target)]).toEqual([["createCluster", 4]]);
  expect([...leaves([creates, creates], target)]).toEqual([["createCluster", 6]]);
  expect([...leaves([creates], { ...target, limits: { createCluster: 2 } })]).toEqual([["createCluster", 2]]);
  expect([...leaves([creates, creates], { ...target, limits: { createCluster: 100 } })]).toEqual([
    ["createCluster", 8],
  ]);
});

it("leaves counts the record that a check needs to work on a permanent one", () => {
  expect([...leaves([cancels], target)]).toEqual([["createRestoreJob", 3]]);
});
