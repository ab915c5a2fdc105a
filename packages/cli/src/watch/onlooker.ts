import type { ConductOptions } from "@plumbline/conformance";
import type { RunEvent } from "@plumbline/report";

/** How far a run has come. */
export type Progress = Parameters<NonNullable<ConductOptions["onProgress"]>>[0];

/** Somebody who looks on while a run goes on, and may stop it. */
export interface Onlooker {
  readonly hear: (event: RunEvent) => void;
  readonly advance: (progress: Progress) => void;
  readonly stop: AbortSignal;
}
