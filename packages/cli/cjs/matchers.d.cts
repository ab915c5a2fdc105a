import type * as module from "../dist/testing/matchers.js" with { "resolution-mode": "import" };

export type ConformanceMatchers<R = void> = module.ConformanceMatchers<R>;
export type MatchOptions = module.MatchOptions;
export type ObservedAnswer = module.ObservedAnswer;
export declare const matchers: typeof module.matchers;
