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

/** The statement of every rule, whatever its kind. */
export interface Statement {
  /** Stable for ever: reports, known-failure lists and the description's register refer to it. */
  readonly id: string;
  readonly level: Level;
  readonly basis: Basis;
  /** The rule in our words. */
  readonly text: string;
  /** Heading of the description that the rule comes from. */
  readonly section: string;
  readonly needs?: readonly Need[];
  /** Set when a mock without state, credentials or roles cannot keep the rule: why. */
  readonly mock?: string;
}

/** The facts that a check may use while it is planned. */
export interface Context extends Subject {
  readonly contract: Contract;
  readonly world: World;
}

/** One question within a check: sends at most `requests` requests and judges what came. */
export interface Case {
  readonly name: string;
  readonly requests: number;
  /** SHOULD where breaking this case alone is no more than that; the requirement's level otherwise. */
  readonly level?: "SHOULD";
  readonly needs?: readonly Need[];
  readonly mock?: string;
  readonly ask: (ask: Ask) => Promise<Judgement>;
}

/** Independent requests with a known answer; one check per subject. */
export interface ProbeRequirement extends Statement {
  readonly kind: "probe";
  readonly stage: CheckStage | ((subject: Subject) => CheckStage);
  /** Reading unless said otherwise. */
  readonly risk?: (subject: Subject, world: World) => Risk;
  readonly on: (subject: Subject, contract: Contract) => boolean;
  /** Probes of one lane never run at the same time. */
  readonly lane?: string;
  /** Begins after the others of its stage, which need the room that it may take up. */
  readonly late?: true;
  readonly cases: (context: Context) => readonly Case[];
}

/** A rule about every answer of a kind, no matter which client asked. */
export interface WatchRequirement extends Statement {
  readonly kind: "watch";
  /** Operations that the rule can be seen on: those it was never seen on are reported. */
  readonly on: (subject: Subject, contract: Contract) => boolean;
  /** Every operation must have been seen, not just any. Default false. */
  readonly each?: true;
  /** The rule speaks about something a target need not do: never having seen it is no gap. Default false. */
  readonly conditional?: true;
  /** Requirements whose checks bring these exchanges. Default: those on the parameters of the operations. */
  readonly shownBy?: readonly string[];
  /** Operations that make what shows it: where a target lacks one of them, not having seen it is no gap. */
  readonly madeBy?: readonly OperationId[];
  /** `undefined` when the exchange says nothing about the rule. */
  readonly examine: (watched: WatchedExchange) => Judgement | undefined;
}

/** Dependent requests: the state rules. Throws what `Story` throws when a step does not hold. */
export interface StoryRequirement extends Statement {
  readonly kind: "story";
  readonly stage: CheckStage;
  /** By subject where a rule is about operations of several risks. */
  readonly risk: Risk | ((subject: Subject) => Risk);
  readonly on: (subject: Subject, contract: Contract) => boolean;
  /**
   * Runs before the other stories of its lane. It shows whether their changes can be undone at all, and a change that
   * cannot be undone ends all of them; or it looks at how the records that they share affect one another.
   */
  readonly early?: true;
  /** Runs when the others of its stage are over, because it judges their exchanges. */
  readonly late?: true;
  /** Stories of one lane never run at the same time: they share a fixture. */
  readonly lane?: string;
  /** The lane of those whose operation has none. */
  readonly fallbackLane?: string;
  /** A change of the user's records that no operation restores, as words that go on from "rewrites". */
  readonly rewrites?: string;
  readonly requests: number;
  readonly tell: (story: Story) => Promise<Judgement>;
}

/** One result of a campaign, for the operation it concerns. */
export interface Finding {
  readonly operation: string;
  readonly version: string;
  readonly name: string;
  readonly judgement: Judgement;
  readonly evidence: readonly string[];
}

/** Seeded, bounded search. */
export interface CampaignRequirement extends Statement {
  readonly kind: "campaign";
  readonly risk: Risk;
  /** It only looks at existing records, so it has the target before the campaigns that write. */
  readonly early?: true;
  /** No other campaign works at the same time, because the model of the service judges its records. */
  readonly alone?: true;
  readonly search: (campaign: Campaign) => Promise<readonly Finding[]>;
}

/** The run as a campaign sees it: requests, time, and the custody of all that it makes. */
export interface Campaign {
  readonly contract: Contract;
  readonly world: World;
  /** The run keeps all that these requests create or change in its custody. */
  readonly ask: Ask;
  /** Removes at once what the request of this exchange made; otherwise that is done when all campaigns are. */
  readonly giveBack: (exchange: Exchange) => Promise<void>;
  /** The state that a write is about to replace, in the target's words; the run restores it after all campaigns. */
  readonly borrows: (call: Call) => Promise<unknown>;
  /** Why a record is not the run's own although a create answered with it. */
  readonly whyForeign: (id: string) => string | undefined;
  /** How a record of the run came to be another although nothing addressed it; `undefined` where it did not. */
  readonly whyLost: (id: string) => string | undefined;
  /** A text without any secret of the run, for stored texts that quote an answer. */
  readonly redacted: (text: string) => Redacted<string>;
  readonly signal: AbortSignal;
  /** Keeps an exchange in the report, by its id, of a run that sends more than a report can hold. */
  readonly keep: (exchange: string) => void;
  /** Waits for open looks at records, then returns the judgements of rules about records since the last call. */
  readonly said: () => Promise<readonly Said[]>;
  /** Lets time pass for the target. */
  readonly pass: (milliseconds: number) => Promise<void>;
}

/** A point that the description leaves open: what the target does is noted, and cannot fail. */
interface OpenPoint extends Statement {
  readonly kind: "silent";
  readonly level: "UNSPECIFIED" | "MAY";
  readonly on: (subject: Subject, contract: Contract) => boolean;
}

/** Noted from requests of its own. */
export interface ObserveRequirement extends OpenPoint {
  readonly cases: (context: Context) => readonly Case[];
  readonly notice?: never;
}

/** Noted from exchanges that were sent for another reason. */
export interface NoticeRequirement extends OpenPoint {
  readonly notice: (watched: WatchedExchange) => string | undefined;
  readonly cases?: never;
}

/** A rule of any kind. The kind decides who sends the requests and who judges them. */
export type Requirement =
  | ProbeRequirement
  | WatchRequirement
  | StoryRequirement
  | CampaignRequirement
  | ObserveRequirement
  | NoticeRequirement;

/** Whether a rule is decided, or a point noted, by nothing but exchanges that other checks send. */
export const sendsNothing = (rule: Requirement): rule is WatchRequirement | NoticeRequirement =>
  rule.kind === "watch" || isNotice(rule);

/** Whether a point is noted by nothing but exchanges that other checks send. */
export const isNotice = (rule: Requirement): rule is NoticeRequirement =>
  rule.kind === "silent" && rule.notice !== undefined;

/** Records a rule that independent requests can decide. */
export const probe = (rule: Omit<ProbeRequirement, "kind">): ProbeRequirement => ({ kind: "probe", ...rule });
/** Records a rule that every exchange of a run can show; it sends no request of its own. */
export const watch = (rule: Omit<WatchRequirement, "kind">): WatchRequirement => ({ kind: "watch", ...rule });
/** Records a rule whose steps depend on one another. */
export const story = (rule: Omit<StoryRequirement, "kind">): StoryRequirement => ({ kind: "story", ...rule });
/** Records an open point that the run looks into with requests of its own; the basis is `not-shown` by default. */
export const observe = (rule: Open<ObserveRequirement>): ObserveRequirement => ({ ...OPEN, ...rule });
/** Records an open point that any exchange can show; the basis is `not-shown` by default. */
export const notice = (rule: Open<NoticeRequirement>): NoticeRequirement => ({ ...OPEN, ...rule });

const OPEN = { kind: "silent", basis: "not-shown" } as const;
type Open<R extends OpenPoint> = Omit<R, "kind" | "basis"> & { readonly basis?: Basis };
