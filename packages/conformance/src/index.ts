export { cleanUp } from "./clean-up.ts";
export { type ConductOptions, conduct } from "./conduct.ts";
export { DebtReader, type Debts, type Skipped } from "./custody/debts.ts";
export { HandsOffError } from "./custody/hands-off-error.ts";
export type { Draw } from "./drawn/draw.ts";
export { type Drawing, isDrawn, keptDraws, REQUESTS_OF_A_BODY } from "./drawn/kept-draws.ts";
export { removedRecords } from "./drawn/removed-records.ts";
export { accepted, jsonOf, member, received, refused, wasAccepted, wasRefused } from "./expect/answers.ts";
export { type Journal, type JournalEntry, noJournal } from "./journal.ts";
export { broken, expects, firstBroken, holds, type Judgement, observed, unable } from "./judgement.ts";
export type { Ask } from "./kernel/ask.ts";
export type { Call, Who } from "./kernel/call.ts";
export type { Check, Obstacle } from "./kernel/check.ts";
export { compose } from "./kernel/compose.ts";
export { NotOfferedError } from "./kernel/not-offered-error.ts";
export { freshName, MARK, MARK_FORM } from "./mark.ts";
export { Memory } from "./memory.ts";
export { NothingSelectedError } from "./nothing-selected-error.ts";
export { described } from "./oracles/described.ts";
export { insidesOf, listIn } from "./oracles/envelope.ts";
export { sameValue } from "./oracles/same.ts";
export { forbidden } from "./permission.ts";
export { areaOf, plan, selectsRequirement, subjectsOf } from "./plan.ts";
export { unbreakable } from "./register/unbreakable.ts";
export type {
  Campaign,
  CampaignRequirement,
  Case,
  Context,
  Finding,
  Requirement,
  Risk,
  Stage,
  StoryRequirement,
  Subject,
  WatchRequirement,
} from "./requirement.ts";
export { RISKS, STAGES } from "./requirement.ts";
export { lowerRolesOf } from "./requirements/authentication/lower-roles.ts";
export { NEVER_ISSUED } from "./requirements/shared/subjects.ts";
export { requirements } from "./requirements.ts";
export type { Progress } from "./run.ts";
export type { Selection } from "./selection.ts";
export { type Diagnosis, emptyWorld } from "./target/doctor.ts";
export { probe } from "./target/probe.ts";
export type { Credentials, ServiceAccount, Target } from "./target/target.ts";
export { UnreachableError } from "./target/unreachable-error.ts";
export { FIXTURES, type Fixture, type Fixtures, type World } from "./target/world.ts";
export { witnesses } from "./witnesses.ts";
export { WRITES, writeOf } from "./writes/table.ts";
export type { Effect, Write } from "./writes/write.ts";
