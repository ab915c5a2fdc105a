import { type OperationId, operations } from "@plumbline/schemas";
import { preview, validate } from "@plumbline/schemas/validate";
import { received } from "../expect/answers.ts";
import { broken, type Judgement, mild, upheld } from "../rule/judgement.ts";
import { type Requirement, watch } from "../rule/requirement.ts";
import { isInfrastructure, succeeded, type WatchedExchange } from "../rule/watched-exchange.ts";

/** What a request breaks, in the words of the schema; the weight of a word that is no boolean is less. */
interface Breach {
  readonly text: string;
  readonly isMild: boolean;
}

function breachIn({ call, contract, operation, version }: WatchedExchange): Breach | undefined {
  const options = { contract, version };
  const { query, body, rawPath } = call;
  const [inBody] = body === undefined ? [] : validate(operation.id, "body", contract.wire(body), options);
  if (inBody !== undefined) return { text: `the body at ${inBody.pointer || "/"}: ${inBody.expected}`, isMild: false };
  const [inQuery] = query === undefined ? [] : validate(operation.id, "query", query, options);
  if (inQuery !== undefined) {
    const name = inQuery.pointer.split("/")[1] ?? "";
    const schema = operation.query.find((one) => one.name === name)?.schema;
    return { text: `the query at ${inQuery.pointer}: ${inQuery.expected}`, isMild: schema?.type === "boolean" };
  }
  const [name, raw] = Object.entries(rawPath ?? {})[0] ?? [];
  return name === undefined ? undefined : { text: `the path with ${preview(raw)} as ${name}`, isMild: false };
}

function refusesBreaches(watched: WatchedExchange): Judgement | undefined {
  const { answer, call, exchange } = watched;
  if (call.due !== "refusal" || isInfrastructure(answer)) return undefined;
  if (!succeeded(answer)) return answer.status >= 400 && answer.status < 500 ? upheld : undefined;
  const breach = breachIn(watched);
  if (breach === undefined) return undefined;
  const judgement = broken(`4xx for a request that breaks a limit: ${breach.text}`, received(exchange));
  return breach.isMild ? mild(judgement) : judgement;
}

/**
 * What traffic of others is held to beside the rules of a run. A run asks for each limit by itself, and says so in the
 * rule about that limit.
 */
export const trafficRequirements: readonly Requirement[] = [
  watch({
    id: "TRAFFIC-LIMITS",
    level: "MUST",
    basis: "derived:D1",
    text: "A request whose body, query or path breaks a stated limit is refused with 4xx.",
    section: "Resources and their fields",
    on: ({ operation }) => IDS.includes(operation.id),
    conditional: true,
    examine: refusesBreaches,
  }),
];

const IDS = Object.keys(operations) as readonly OperationId[];
