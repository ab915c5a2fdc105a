import type { Exchange } from "@plumbline/client";
import type { Basis, Level, Redacted } from "@plumbline/report";
import type { Contract, OperationId } from "@plumbline/schemas";
import type { Ask } from "../ground/ask.ts";
import type { Call } from "../ground/call.ts";
import type { Judgement } from "../ground/judgement.ts";
import type { Risk } from "../ground/risk.ts";
import type { Said } from "../ground/said.ts";
import type { CheckStage } from "../ground/stage.ts";
import type { Subject } from "../ground/subject.ts";
import type { WatchedExchange } from "../ground/watched-exchange.ts";
import type { Story } from "../kernel/story.ts";
import type { World } from "../target/world.ts";
import type { Need } from "./need.ts";

/** The fields that every requirement has, no matter of which kind. */
export interface Statement {
  /** Never changes: reports, lists of known failures and the description's register refer to it. */
  readonly id: string;
  readonly level: Level;
  readonly basis: Basis;
  /** The rule in the suite's own words. */
  readonly text: string;
  /** The heading in the description that the rule comes from. */
  readonly section: string;
  readonly needs?: readonly Need[];
  /** Why a mock without state, credentials or roles cannot keep the rule; absent if it can. */
  readonly mock?: string;
}

/** The facts that are known when a check is planned. */
export interface Context extends Subject {
  readonly contract: Contract;
  readonly world: World;
}

/** One question of a check. It sends at most `requests` requests and judges the answers. */
export interface Case {
  readonly name: string;
  readonly requests: number;
  /** SHOULD if breaking this case alone weighs no more than that. Default: the requirement's level. */
  readonly level?: "SHOULD";
  readonly needs?: readonly Need[];
  readonly mock?: string;
  readonly ask: (ask: Ask) => Promise<Judgement>;
}

/** Independent requests with a known answer. Each subject gets one check. */
export interface ProbeRequirement extends Statement {
  readonly kind: "probe";
  readonly stage: CheckStage | ((subject: Subject) => CheckStage);
  /** Default: `read`. */
  readonly risk?: (subject: Subject, world: World) => Risk;
  readonly on: (subject: Subject, contract: Contract) => boolean;
  /** Probes of one lane never run at the same time. */
  readonly lane?: string;
  /** Begins after the other probes of its stage, because it may use up capacity that they need. */
  readonly late?: true;
  readonly cases: (context: Context) => readonly Case[];
}

/** A requirement about every answer of a kind, no matter which client asked. */
export interface WatchRequirement extends Statement {
  readonly kind: "watch";
  /** The operations that can show the rule. The report lists those on which the run never saw it. */
  readonly on: (subject: Subject, contract: Contract) => boolean;
  /** The run must see the rule on every operation instead of on any. Default: false. */
  readonly each?: true;
  /**
   * The rule concerns something that a target need not do, so it is no gap if the run never sees it. Default: false.
   */
  readonly conditional?: true;
  /** Requirements whose checks send such exchanges. Default: those about the parameters of the operations. */
  readonly shownBy?: readonly string[];
  /**
   * Operations that create what shows the rule. If the target lacks one of them, it is no gap that the run never saw
   * it.
   */
  readonly madeBy?: readonly OperationId[];
  /** Returns `undefined` if the exchange does not decide the rule. */
  readonly examine: (watched: WatchedExchange) => Judgement | undefined;
}

/** Dependent requests, for requirements about state. `tell` throws the errors of `Story` when a step fails. */
export interface StoryRequirement extends Statement {
  readonly kind: "story";
  readonly stage: CheckStage;
  /** A function of the subject if the rule is about operations with several risks. */
  readonly risk: Risk | ((subject: Subject) => Risk);
  readonly on: (subject: Subject, contract: Contract) => boolean;
  /**
   * Runs before the other stories of its lane, for one of two reasons. It shows whether their changes can be undone at
   * all, because a change that cannot be undone ends all of them. Or it tests how the records that they share affect
   * one another.
   */
  readonly early?: true;
  /** Runs when the others of its stage are over, because it judges their exchanges. */
  readonly late?: true;
  /** It judges that a write leaves other records alone, so their loss is its subject and no excuse. */
  readonly judgesLosses?: true;
  /** Stories of one lane never run at the same time, because they share a fixture. */
  readonly lane?: string;
  /** The lane for subjects whose operation has none. */
  readonly fallbackLane?: string;
  /** Waits for minutes that the description states, so the run does not end it as one that waits for a slow target. */
  readonly byTheClock?: true;
  /** A change of the user's records that no operation restores. The words continue "rewrites". */
  readonly rewrites?: string;
  readonly requests: number;
  readonly tell: (story: Story) => Promise<Judgement>;
}

/** One result of a campaign, for the operation that it concerns. */
export interface Finding {
  readonly operation: string;
  readonly version: string;
  readonly name: string;
  readonly judgement: Judgement;
  readonly evidence: readonly string[];
}

/** A bounded search with a seed. */
export interface CampaignRequirement extends Statement {
  readonly kind: "campaign";
  readonly risk: Risk;
  /** The campaign only reads existing records, so it runs before the campaigns that write. */
  readonly early?: true;
  /** No other campaign works at the same time, because the model of the service judges its records. */
  readonly alone?: true;
  readonly search: (campaign: Campaign) => Promise<readonly Finding[]>;
}

/** A campaign's access to the run: it sends requests, lets time pass, and leaves its records to the run's custody. */
export interface Campaign {
  readonly contract: Contract;
  readonly world: World;
  /** Sends a call. The run's custody keeps all records that it creates or changes. */
  readonly ask: Ask;
  /** Removes the record that this exchange created at once. Otherwise the cleanup removes it after all campaigns. */
  readonly giveBack: (exchange: Exchange) => Promise<void>;
  /**
   * Returns the state that a write is about to replace, in the target's words. The run restores it after all campaigns.
   */
  readonly borrows: (call: Call) => Promise<unknown>;
  /** Why a record does not belong to the run although a create answered with it. */
  readonly whyForeign: (id: string) => string | undefined;
  /** How a record of the run changed although no request addressed it; `undefined` if it did not change. */
  readonly whyLost: (id: string) => string | undefined;
  /** Removes the run's secrets from a text, for stored texts that quote an answer. */
  readonly redacted: (text: string) => Redacted<string>;
  readonly signal: AbortSignal;
  /** Keeps the exchange with this id in the report, because a campaign sends more than a report can hold. */
  readonly keep: (exchange: string) => void;
  /** Waits for pending reads of records, then returns the broken rules about records since the last call. */
  readonly said: () => Promise<readonly Said[]>;
  /** Lets time pass for the target. */
  readonly pass: (milliseconds: number) => Promise<void>;
}

/** A point that the description leaves open. The run notes what the target does, and the check cannot fail. */
interface OpenPoint extends Statement {
  readonly kind: "silent";
  readonly level: "UNSPECIFIED" | "MAY";
  readonly on: (subject: Subject, contract: Contract) => boolean;
}

/** An open point for which the run sends its own requests. */
export interface ObserveRequirement extends OpenPoint {
  readonly cases: (context: Context) => readonly Case[];
  readonly notice?: never;
}

/** An open point that exchanges of other checks show. */
export interface NoticeRequirement extends OpenPoint {
  readonly notice: (watched: WatchedExchange) => string | undefined;
  readonly cases?: never;
}

/** A requirement of any kind. The kind decides who sends the requests and who judges them. */
export type Requirement =
  | ProbeRequirement
  | WatchRequirement
  | StoryRequirement
  | CampaignRequirement
  | ObserveRequirement
  | NoticeRequirement;

/** Whether only exchanges of other checks decide the requirement or show the open point. */
export const sendsNothing = (rule: Requirement): rule is WatchRequirement | NoticeRequirement =>
  rule.kind === "watch" || isNotice(rule);

/** Whether only exchanges of other checks show the open point. */
export const isNotice = (rule: Requirement): rule is NoticeRequirement =>
  rule.kind === "silent" && rule.notice !== undefined;

/** Creates the record of a requirement that independent requests can decide. */
export const probe = (rule: Omit<ProbeRequirement, "kind">): ProbeRequirement => ({ kind: "probe", ...rule });
/** Creates the record of a requirement that every exchange of a run can show; it sends no request of its own. */
export const watch = (rule: Omit<WatchRequirement, "kind">): WatchRequirement => ({ kind: "watch", ...rule });
/** Creates the record of a requirement whose steps depend on one another. */
export const story = (rule: Omit<StoryRequirement, "kind">): StoryRequirement => ({ kind: "story", ...rule });
/** Creates the record of an open point with requests of its own. Default basis: `not-shown`. */
export const observe = (rule: Open<ObserveRequirement>): ObserveRequirement => ({ ...OPEN, ...rule });
/** Creates the record of an open point that any exchange can show. Default basis: `not-shown`. */
export const notice = (rule: Open<NoticeRequirement>): NoticeRequirement => ({ ...OPEN, ...rule });

const OPEN = { kind: "silent", basis: "not-shown" } as const;
type Open<R extends OpenPoint> = Omit<R, "kind" | "basis"> & { readonly basis?: Basis };
