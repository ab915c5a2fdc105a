import { harmless } from "@plumbline/report/harmless";
import {
  bindContract,
  type Contract,
  isOperationId,
  type JsonSchema,
  nearest,
  neutral,
  OPERATION_IDS,
  type OperationId,
  type RouteVersion,
  standardError,
  tokenError,
} from "@plumbline/schemas";
import { createValidator, type Violation } from "@plumbline/schemas/validate";
import { NoAnswerError } from "./no-answer-error.ts";
import { type ObservedAnswer, type SeenAnswer, seenAnswer, type UnreadAnswer } from "./observed-answer.ts";

export type { ObservedAnswer, UnreadAnswer } from "./observed-answer.ts";

/** Options of `toConformTo`. */
export interface MatchOptions {
  /** The contract with the names that the answer uses. @default the neutral profile */
  readonly contract?: Contract;
  /** @default the newest version that has the operation */
  readonly version?: RouteVersion;
}

/**
 * The matchers as `expect` offers them after `expect.extend`. Importing `@plumbline/cli/vitest` adds them to vitest's
 * types; for jest, write `declare module "expect" { interface Matchers<R> extends ConformanceMatchers<R> {} }` once in
 * the project.
 */
export interface ConformanceMatchers<R = void> {
  toConformTo(operation: OperationId, options?: MatchOptions): R;
}

interface MatchResult {
  readonly pass: boolean;
  readonly message: () => string;
}

const validator = createValidator({ answers: true });
const plain = bindContract(neutral);

/**
 * Matchers for `expect.extend(matchers)` of vitest and jest. `toConformTo(operation)` passes for an answer that the
 * contract allows: a 2xx whose body fits the operation's result, or a 4xx or 5xx with the standard error body. It
 * accepts the answers of any client, see `seenAnswer`; with a `Response` of fetch it returns a promise.
 */
export const matchers = {
  toConformTo,
};

function toConformTo(answer: UnreadAnswer, operation: string, options?: MatchOptions): Promise<MatchResult>;
function toConformTo(answer: ObservedAnswer, operation: string, options?: MatchOptions): MatchResult;
function toConformTo(answer: unknown, operation: string, options?: MatchOptions): MatchResult | Promise<MatchResult>;
function toConformTo(
  answer: unknown,
  operation: string,
  options: MatchOptions = {},
): MatchResult | Promise<MatchResult> {
  if (!isOperationId(operation)) {
    const close = nearest(operation, OPERATION_IDS);
    throw new Error(`there is no operation "${operation}"${close === undefined ? "" : `: did you mean "${close}"?`}`);
  }
  const seen = seenAnswer(answer);
  return seen instanceof Promise
    ? seen.then((read) => resultOf(read, operation, options))
    : resultOf(seen, operation, options);
}

function resultOf(answer: SeenAnswer, operation: OperationId, options: MatchOptions): MatchResult {
  const broken = violationsOf(answer, operation, options);
  return {
    pass: broken.length === 0,
    message: () =>
      broken.length === 0
        ? `expected the answer not to conform to ${operation}, but it conforms`
        : harmless(
            `expected an answer that conforms to ${operation}, received ${answer.status} with\n${broken.map(line).join("\n")}`,
          ),
  };
}

const line = ({ pointer, expected, received }: Violation): string =>
  `  ${pointer === "" ? "the body" : pointer}: expected ${expected}, received ${received}`;

function violationsOf(answer: SeenAnswer, id: OperationId, options: MatchOptions): readonly Violation[] {
  const { status, body } = answer;
  const contract = options.contract ?? plain;
  const version = options.version ?? contract.operation(id).routes.at(-1)?.version;
  const { authentication } = contract.operation(id);
  const result = version === undefined ? undefined : contract.route(id, version)?.result;
  const held = (schema: JsonSchema): readonly Violation[] => {
    if (!("body" in answer)) throw new NoAnswerError(`${status} without a body, data, payload or text`);
    return validator.violations(schema, body);
  };
  if (status >= 200 && status < 300) return result !== undefined && "schema" in result ? held(result.schema) : [];
  if (status < 400) return [{ pointer: "", keyword: "status", expected: "2xx, 4xx or 5xx", received: String(status) }];
  const schema = authentication === "clientCredentials" ? tokenError : standardError;
  return authentication === "metrics" ? [] : held(schema);
}
