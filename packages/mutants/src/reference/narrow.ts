import type { Requirement } from "@plumbline/conformance";
import { versionLabel } from "@plumbline/schemas";

/** Checks of the first attempt: enough to detect most of the detectable mutants, and they take a second. */
const MOST = 60;

/**
 * The checks to run first for a mutant, from those that reach it. For code that many checks share, they cover as many
 * rules and operations as possible.
 */
export function nearestChecks(reaching: readonly string[]): readonly string[] {
  const chosen: string[] = [];
  const turns = new Map<string, number>();
  const turn = (check: string): number => {
    const [rule = "", subject = ""] = check.split("@");
    const times = [rule, subject].map((key) => {
      const before = turns.get(key) ?? 0;
      turns.set(key, before + 1);
      return before;
    });
    return Math.max(...times);
  };
  const ranked = reaching.map((check) => ({ check, turn: turn(check) }));
  for (const { check } of ranked.toSorted((one, other) => one.turn - other.turn)) {
    if (chosen.length === MOST) break;
    chosen.push(check);
  }
  return chosen;
}

/** Requirements that plan only these checks, and every rule about all answers for the answers that they receive. */
export function restricted(requirements: readonly Requirement[], checks: readonly string[]): readonly Requirement[] {
  const wanted = new Set(checks);
  return requirements.flatMap((requirement): readonly Requirement[] => {
    switch (requirement.kind) {
      case "watch":
        return [requirement];
      case "probe":
      case "story": {
        const { id, on } = requirement;
        return [
          {
            ...requirement,
            on: (subject, contract) =>
              wanted.has(`${id}@${subject.operation.id}/${versionLabel(subject.version)}`) && on(subject, contract),
          },
        ];
      }
      case "campaign":
      case "silent":
        return [];
      default:
        return requirement satisfies never;
    }
  });
}
