import type { DoctorFinding } from "@plumbline/report";
import { PATH_PARAMETERS, readText } from "@plumbline/schemas";
import type { Session } from "../kernel/session.ts";
import type { Fixture } from "../target/fixtures.ts";

/** What the doctor finds through the list operations and the user did not state; each find serves those that follow. */
export class Discovery {
  readonly session: Session;
  readonly fixtures: Partial<Record<Fixture, string>>;
  readonly records: Partial<Record<"listAlertConfigs" | "listAlerts", number>> = {};
  readonly #findings: DoctorFinding[];

  /** `findings` gets a line for each find. */
  constructor(session: Session, findings: DoctorFinding[]) {
    this.session = session;
    this.fixtures = { ...session.world.fixtures };
    this.#findings = findings;
  }

  /** Whether all of these are known, stated or found. */
  knows(...names: readonly Fixture[]): boolean {
    return names.every((name) => this.fixtures[name] !== undefined);
  }

  learn(name: Fixture, value: unknown): void {
    // What the user stated is not replaced by something else, which they may not want to be touched.
    if (this.session.world.unknown?.has(name)) return;
    if (this.knows(name) || typeof value !== "string" || value === "") return;
    // A malformed id is a finding of the run; addressing records by it would only repeat that finding everywhere.
    if (readText(PATH_PARAMETERS[name] ?? {}, value).kind !== "value") return;
    this.fixtures[name] = value;
    this.#findings.push({ subject: "fixtures", state: "ok", text: `the run found ${name} ${value} on the target` });
    this.session.world = { ...this.session.world, fixtures: this.fixtures };
  }

  lacks(text: string): void {
    this.#findings.push({ subject: "fixtures", state: "problem", text });
  }
}
