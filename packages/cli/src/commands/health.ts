import type { Command } from "../command.ts";
import { CONTROL, controlAddress } from "../control/control-address.ts";
import { isServing } from "../control/is-serving.ts";
import { UsageError } from "../usage-error.ts";

/** `plumbline health`: the health check of a container that serves the reference. */
export const health: Command = {
  name: "health",
  summary: "check that a served reference is healthy, for containers",
  flags: {
    control: { value: "URL|PORT", help: "port or address of its control server (default: PLUMBLINE_CONTROL)" },
    timeout: { value: "MS", help: "how long to wait for the answer (default 2000)" },
  },
  examples: ["plumbline health", "plumbline health --control 8081", "plumbline health --control http://emulator:8081"],
  run: async (given, terminal) => {
    const named = given.one("control");
    const text = named ?? terminal.environment[CONTROL] ?? "";
    if (text === "") {
      terminal.out(`there is nothing to check: neither --control nor ${CONTROL} names a control server\n`);
      return 0;
    }
    const url = controlAddress(text);
    if (url === undefined)
      throw new UsageError(
        `${named === undefined ? CONTROL : "--control"} takes a port such as 8081, or an address such as http://127.0.0.1:8081, received "${text}"`,
      );
    const answer = await ask(`${url}/health`, given.integer("timeout", 1) ?? TIMEOUT);
    // The health check also runs in containers whose command serves nothing; they are healthy.
    if (answer.kind === "nobody" && named === undefined && isServing() === false) {
      terminal.out(`no reference is served here, so there is nothing to check at ${url}\n`);
      return 0;
    }
    if (answer.kind === "well") {
      terminal.out(`ok: ${url} answers\n`);
      return 0;
    }
    terminal.note(`plumbline: ${url}/health ${answer.words}: expected 200 with status ok\n`);
    return 1;
  },
};

const TIMEOUT = 2_000;

type Answer = { readonly kind: "well" } | { readonly kind: "nobody" | "ill"; readonly words: string };

async function ask(url: string, timeout: number): Promise<Answer> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeout) });
    const json: unknown = await response.json().catch(() => undefined);
    if (response.ok && Object(json).status === "ok") return { kind: "well" };
    return { kind: "ill", words: `answers ${response.status}, unlike a control server` };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const isRefused = Object(cause).code === "ECONNREFUSED";
    const words = isRefused ? "refuses connections" : `does not answer (${Object(cause).message})`;
    return { kind: isRefused ? "nobody" : "ill", words };
  }
}
