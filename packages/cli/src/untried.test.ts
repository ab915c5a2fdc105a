import { expect, it } from "vitest";

const SCRIPT = new URL("../../../scripts/untried.mjs", import.meta.url);
const { untried } = (await import(SCRIPT.href)) as {
  untried(isThere: (program: string) => boolean): string | undefined;
};

it("says in one line what was not tried, for want of what, and what brings it", () => {
  expect(untried(() => true)).toBeUndefined();
  const isBrowser = (program: string): boolean => program.includes("/");
  expect(untried((program) => !isBrowser(program))).toBe(
    "Not tried: the pages in a browser, for want of Chromium (npm run test:browsers)",
  );
  expect(untried((program) => isBrowser(program) || !["curl", "java"].includes(program))).toBe(
    "Not tried: the printed curl lines, for want of curl (apt-get install curl); schemas in Java, for want of java (apt-get install default-jdk-headless)",
  );
});
