import { describe, expect, it } from "vitest";
import type { Asked, Moment } from "./observation.ts";
import { Steps } from "./steps.ts";

const LIST: Asked = { operation: "listSnapshots", version: "2", path: {}, query: {} };
const GET: Asked = { operation: "getSnapshot", version: "2", path: {}, query: {} };
const at = (began: number): Moment => ({ exchange: `x${began}`, began, ended: began + 1 });
const status = (value: string) => new Map([["status", value]]);
const never = () => false;

describe("Steps, for a member that moves", () => {
  it("lets it change in the same view, and remembers that it moved", () => {
    const steps = new Steps();
    expect(steps.see(status("queued"), GET, at(1), never)).toEqual([]);
    expect(steps.takeMoved()).toBe(false);
    expect(steps.see(status("completed"), GET, at(5), never)).toEqual([]);
    expect([steps.takeMoved(), steps.takeMoved()]).toEqual([true, false]);
  });

  it("reports a difference if another view or key shows another value at almost the same time", () => {
    const steps = new Steps();
    steps.see(status("queued"), GET, at(1), never);
    const [one] = steps.see(status("completed"), LIST, at(5), never);
    expect([one?.name, one?.value, one?.known.value]).toEqual(["status", "completed", "queued"]);
    expect(steps.see(status("failed"), { ...GET, who: "Project Read Only" }, at(6), never)).toHaveLength(1);
  });

  it("reports nothing after a write, or much later", () => {
    const steps = new Steps();
    steps.see(status("queued"), GET, at(1), never);
    expect(steps.see(status("cancelled"), LIST, at(5), () => true)).toEqual([]);
    expect(steps.see(status("completed"), GET, at(60_000), never)).toEqual([]);
  });
});
