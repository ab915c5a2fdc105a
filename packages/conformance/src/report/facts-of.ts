import type { Report } from "@plumbline/report";
import { versionLabel } from "@plumbline/schemas";
import type { Selection } from "../plan/selection.ts";
import type { ConductOptions } from "../run/conduct-options.ts";
import { declaredOf } from "../target/declared.ts";
import type { Target } from "../target/target.ts";

/** The options of a run that its report shows. */
type Told = Pick<ConductOptions, "command" | "toolVersion" | "runId" | "seed" | "selection">;

/** The facts about the run itself, which are known before it sends any request. */
export function factsOf(target: Target, options: Told, began: number) {
  return {
    tool: { name: "plumbline" as const, version: options.toolVersion },
    run: {
      id: options.runId,
      startedAt: new Date(began).toISOString(),
      command: options.command,
      ...(options.seed === undefined ? {} : { seed: options.seed }),
      ...selectionText(options.selection),
    },
    target: {
      name: target.name,
      kind: target.kind,
      url: target.baseUrl,
      ...(target.metricsUrl === undefined ? {} : { metricsUrl: target.metricsUrl }),
      ...(target.file === undefined ? {} : { file: target.file }),
      profile: target.contract.profile.name,
      versions: target.versions.map(versionLabel),
      selfConsistency: target.selfConsistency,
      ...(target.faults === undefined ? {} : { faults: target.faults }),
      ...offersOf(target),
      ...declarations(target),
      allowed: [...target.allow],
    },
  };
}

/** How many operations the target offers, if not all. */
function offersOf({ contract: { operations } }: Target): Pick<Report["target"], "offers"> {
  const offered = operations.filter(({ routes }) => routes.length > 0).length;
  return offered === operations.length ? {} : { offers: { operations: offered, of: operations.length } };
}

function declarations(target: Target): Pick<Report["target"], "unexamined"> {
  const unexamined = declaredOf(target);
  return unexamined.length === 0 ? {} : { unexamined };
}

function selectionText(selection: Selection | undefined): { selection?: string } {
  const { shard, budget, ...lists } = selection ?? {};
  const parts = [
    ...Object.entries(lists).flatMap(([name, values]) => (values?.length ? [`${name} ${values.join(",")}`] : [])),
    ...(shard ? [`shard ${shard.index}/${shard.of}`] : []),
    ...(budget?.requests === undefined ? [] : [`at most ${budget.requests} requests`]),
    ...(budget?.seconds === undefined ? [] : [`at most ${budget.seconds} seconds`]),
  ];
  return parts.length === 0 ? {} : { selection: parts.join("; ") };
}
