import type { DoctorFinding } from "@plumbline/report";
import { PATH_PARAMETERS, readText } from "@plumbline/schemas";
import type { Session } from "../kernel/session.ts";
import type { Fixture } from "../target/fixtures.ts";

/**
 * Collects the fixtures that list operations show and the user did not state. Each find helps to find the next ones.
 */
export class Discovery {
  readonly session: Session;
  readonly fixtures: Partial<Record<Fixture, string>>;
  readonly records: Partial<Record<"listAlertConfigs" | "listAlerts", number>> = {};
  readonly #findings: DoctorFinding[];

  /** Each find adds a line to `findings`. */
  constructor(session: Session, findings: DoctorFinding[]) {
    this.session = session;
    this.fixtures = { ...session.world.fixtures };
    this.#findings = findings;
  }

  /** Whether all of these fixtures are known, stated or found. */
  knows(...names: readonly Fixture[]): boolean {
    return names.every((name) => this.fixtures[name] !== undefined);
  }

  learn(name: Fixture, value: unknown): void {
    // Never replaces a fixture that the user stated: they may not want the run to touch another record.
    if (this.session.world.unknown?.has(name)) return;
    if (this.knows(name) || typeof value !== "string" || value === "") return;
    // A check reports a malformed id. If other checks used it as an address, they would all report it again.
    if (readText(PATH_PARAMETERS[name] ?? {}, value).kind !== "value") return;
    this.fixtures[name] = value;
    this.#findings.push({ subject: "fixtures", state: "ok", text: `the run found ${name} ${value} on the target` });
    this.session.world = { ...this.session.world, fixtures: this.fixtures };
  }

  lacks(text: string): void {
    this.#findings.push({ subject: "fixtures", state: "problem", text });
  }
}
