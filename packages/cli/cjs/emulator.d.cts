import type * as module from "../dist/emulator/start-reference-process.js" with { "resolution-mode": "import" };

export type AskedEntry = module.AskedEntry;
export type EmulatorKey = module.EmulatorKey;
export type ReferenceProcess = module.ReferenceProcess;
export type ReferenceProcessOptions = module.ReferenceProcessOptions;
export declare const NotReadyError: typeof module.NotReadyError;
export declare const startReferenceProcess: typeof module.startReferenceProcess;
