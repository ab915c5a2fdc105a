import { expect, it } from "vitest";
import { retryAfterMilliseconds } from "./retry-after-milliseconds.ts";

const NOW = Date.UTC(2025, 0, 1);

it.each([
  ["30", 30_000],
  [" 0 ", 0],
  ["Wed, 01 Jan 2025 00:00:10 GMT", 10_000],
  ["Tue, 31 Dec 2024 00:00:00 GMT", 0],
  ["Wed, 01 Jan 2025 00:00:10", undefined],
  ["soon", undefined],
  ["-5", undefined],
  ["1.5", undefined],
  ["", undefined],
  ["2025-01-01", undefined],
  ["+3", undefined],
  ["Wednesday, 01-Jan-25 00:00:10 GMT", 10_000],
  ["Wed Jan  1 00:00:10 2025", 10_000],
  [undefined, undefined],
])("reads Retry-After %j as %s ms", (value, milliseconds) => {
  expect(retryAfterMilliseconds(value, NOW)).toBe(milliseconds);
});
