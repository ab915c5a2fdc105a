import type { ConductOptions } from "@plumbline/conformance";
import type { RunEvent } from "@plumbline/report";

/** The progress of a run. */
export type Progress = Parameters<NonNullable<ConductOptions["onProgress"]>>[0];

/** Receives the events of a run, and may stop it. */
export interface Onlooker {
  readonly hear: (event: RunEvent) => void;
  readonly advance: (progress: Progress) => void;
  readonly stop: AbortSignal;
}
