import { bindContract } from "@plumbline/schemas";
import type { Command } from "../command.ts";
import { stopSignal } from "../stop-signal.ts";
import { profileNamed } from "../target-file/profile-file.ts";
import { MOCK_METRICS_PATH, startPrism } from "../targets/prism-process.ts";
import { listening } from "./listening.ts";

/** `plumbline mock`: serves a Prism mock of the exported document. */
export const mock: Command = {
  name: "mock",
  summary: "serve a Prism mock of the generated OpenAPI document",
  flags: {
    port: { value: "N", help: "port on 127.0.0.1 (default: a free port)" },
    profile: { value: "NAME", help: "neutral (default), atlas or a profile file" },
  },
  examples: ["plumbline mock --port 4010"],
  run: async (given, terminal) => {
    const contract = bindContract(profileNamed(given.one("profile")));
    const port = given.integer("port", 0);
    const prism = await listening(startPrism(contract, port), { port });
    // Registered before the announcement, because a reader of it may send the signal at once.
    const told = stopSignal();
    terminal.out(
      `Prism answers at ${prism.url}\nmetrics discovery ${prism.url}${MOCK_METRICS_PATH}\nCtrl-C ends it.\n`,
    );
    const ended = prism.ended.then(() => "ended" as const);
    const outcome = await Promise.race([told, ended]);
    await prism.close();
    if (outcome !== "ended") return 0;
    terminal.note("plumbline: Prism has stopped unexpectedly\n");
    return 1;
  },
};
