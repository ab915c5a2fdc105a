import { harmless } from "@plumbline/report/harmless";
import {
  bindContract,
  type Contract,
  isOperationId,
  nearest,
  neutral,
  OPERATION_IDS,
  type OperationId,
  type RouteVersion,
  standardError,
  tokenError,
} from "@plumbline/schemas";
import { createValidator, type Violation } from "@plumbline/schemas/validate";

/** What a matcher looks at: the status and the parsed body of an answer; any HTTP client's answer can be put so. */
export interface ObservedAnswer {
  readonly status: number;
  readonly body?: unknown;
}

export interface MatchOptions {
  /** Names that the answer speaks. @default the neutral profile */
  readonly contract?: Contract;
  /** @default the newest version that has the operation */
  readonly version?: RouteVersion;
}

/**
 * The matchers as `expect` offers them once extended. Importing `plumbline/vitest` tells vitest's types of them; for jest,
 * say `declare module "expect" { interface Matchers<R> extends ConformanceMatchers<R> {} }` once in the project.
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
 * Matchers for `expect.extend(matchers)` of vitest and jest. `toConformTo(operation)` holds for an answer that the contract
 * allows: a 2xx whose body fits the operation's result, or a 4xx or 5xx with the standard error body.
 */
export const matchers = {
  toConformTo(answer: ObservedAnswer, operation: string, options: MatchOptions = {}): MatchResult {
    if (!isOperationId(operation)) {
      const close = nearest(operation, OPERATION_IDS);
      throw new Error(`there is no operation "${operation}"${close === undefined ? "" : `: did you mean "${close}"?`}`);
    }
    const broken = violationsOf(answer, operation, options);
    return {
      pass: broken.length === 0,
      message: () =>
        broken.length === 0
          ? `expected the answer not to conform to ${operation}, but it does`
          : harmless(
              `expected an answer that conforms to ${operation}, received ${answer.status} with\n${broken.map(line).join("\n")}`,
            ),
    };
  },
};

const line = ({ pointer, expected, received }: Violation): string =>
  `  ${pointer === "" ? "the body" : pointer}: expected ${expected}, received ${received}`;

function violationsOf({ status, body }: ObservedAnswer, id: OperationId, options: MatchOptions): readonly Violation[] {
  const contract = options.contract ?? plain;
  const version = options.version ?? contract.operation(id).routes.at(-1)?.version;
  const { authentication } = contract.operation(id);
  const result = version === undefined ? undefined : contract.route(id, version)?.result;
  if (status >= 200 && status < 300)
    return result !== undefined && "schema" in result ? validator.violations(result.schema, body) : [];
  if (status < 400) return [{ pointer: "", keyword: "status", expected: "2xx, 4xx or 5xx", received: String(status) }];
  const schema = authentication === "clientCredentials" ? tokenError : standardError;
  return authentication === "metrics" ? [] : validator.violations(schema, body);
}
