export { cleanUp } from "./clean-up.ts";
export { conduct } from "./conduct.ts";
export type { Account } from "./custody/account.ts";
export { HandsOffError } from "./custody/hands-off-error.ts";
export { NO_ID } from "./custody/keys.ts";
export { type PendingUndo, PendingUndoReader, type Skipped } from "./custody/pending-undo.ts";
export type { Diagnosis } from "./doctor/examine.ts";
export { adviceOn } from "./doctor/missing.ts";
export { probe } from "./doctor/probe.ts";
export { UnreachableError } from "./doctor/unreachable-error.ts";
export { wordsOf } from "./doctor/words-of.ts";
export type { Draw } from "./drawn/draw.ts";
export { type Drawing, isDrawn, keptDraws, REQUESTS_OF_A_BODY } from "./drawn/kept-draws.ts";
export { removedRecords } from "./drawn/removed-records.ts";
export { type WalkBody, type WalkParts, walkBody } from "./drawn/walk-bodies.ts";
export { explain } from "./explained/explain.ts";
export type { Explanation, Place } from "./explained/explanation.ts";
export { accepted, jsonOf, received, refused, wasAccepted, wasRefused } from "./ground/answers.ts";
export type { Ask } from "./ground/ask.ts";
export type { Call, Who } from "./ground/call.ts";
export { type Journal, type JournalEntry, noJournal } from "./ground/journal.ts";
export { fieldsOf, member } from "./ground/json.ts";
export { broken, expects, firstBroken, inconclusive, type Judgement, observed, upheld } from "./ground/judgement.ts";
export type { Limits } from "./ground/limits.ts";
export { freshName, MARK, MARK_FORM } from "./ground/mark.ts";
export { NotOfferedError } from "./ground/not-offered-error.ts";
export { quoted } from "./ground/quoted.ts";
export type { Risk } from "./ground/risk.ts";
export { RISKS } from "./ground/risk.ts";
export type { Said } from "./ground/said.ts";
export { shortJudgement } from "./ground/short-judgement.ts";
export type { Shown } from "./ground/shown.ts";
export type { Stage } from "./ground/stage.ts";
export { STAGES } from "./ground/stage.ts";
export type { Subject } from "./ground/subject.ts";
export { compose } from "./kernel/compose.ts";
export { jsonBounds } from "./kernel/json-bounds.ts";
export { TooHeavyError } from "./kernel/too-heavy-error.ts";
export { isPartialWrite, leavesRest } from "./modelled/leaves-rest.ts";
export { restIn } from "./modelled/rest-in.ts";
export { isShownBy, type RecordView, viewsOf } from "./modelled/views-of.ts";
export { NothingSelectedError } from "./nothing-selected-error.ts";
export { described } from "./oracles/described.ts";
export { insidesOf, listIn } from "./oracles/envelope.ts";
export { inAnalyzerOfIndex } from "./oracles/in-analyzer-of-index.ts";
export { repeated } from "./oracles/repeated.ts";
export { sameValue } from "./oracles/same.ts";
export type { Check, Obstacle } from "./plan/check.ts";
export { leaves } from "./plan/leaves.ts";
export { plan } from "./plan/plan.ts";
export type { Budget, Selection } from "./plan/selection.ts";
export { selectsRequirement } from "./plan/selection.ts";
export { neededOf } from "./plan/to-be-found.ts";
export { witnesses } from "./plan/witnesses.ts";
export { unbreakable } from "./register/unbreakable.ts";
export { lowerRolesOf } from "./requirements/authentication/lower-roles.ts";
export { readBackIn } from "./requirements/records/echoes.ts";
export { requirements } from "./requirements/requirements.ts";
export { NEVER_ISSUED } from "./requirements/shared/subjects.ts";
export { areaOf } from "./rule/area-of.ts";
export type {
  Campaign,
  CampaignRequirement,
  Case,
  Context,
  Finding,
  Requirement,
  StoryRequirement,
  WatchRequirement,
} from "./rule/requirement.ts";
export type { ConductOptions } from "./run/conduct-options.ts";
export type { Progress } from "./run/run-options.ts";
export type { Skip, Without } from "./target/declared.ts";
export { emptyWorld } from "./target/empty-world.ts";
export { FIXTURES, type Fixture, type Fixtures } from "./target/fixtures.ts";
export { type ExpectedWorld, expectedWorld } from "./target/found-by-lists.ts";
export { mayBeMember } from "./target/is-for-members.ts";
export { Memory } from "./target/memory.ts";
export { forbidden } from "./target/permission.ts";
export { secretsOf } from "./target/secrets-of.ts";
export { subjectsOf } from "./target/subjects-of.ts";
export type { Credentials, ServiceAccount, Target } from "./target/target.ts";
export { withheld, withheldAdvice } from "./target/withheld.ts";
export type { World } from "./target/world.ts";
export { type Address, addressOf } from "./traffic/address.ts";
export type { Missed } from "./traffic/missed.ts";
export { type Recognised, Recogniser } from "./traffic/recogniser.ts";
export { trafficRequirements } from "./traffic/requirements.ts";
export { type Passing, TrafficJudge, type TrafficOptions } from "./traffic/traffic-judge.ts";
export { staysBehind } from "./writes/stays-behind.ts";
export { WRITES, writeOf } from "./writes/table.ts";
export type { Effect, Write } from "./writes/write.ts";
