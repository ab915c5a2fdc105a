import { bindContract, isOperationId, nearest, neutral, OPERATION_IDS, type OperationId } from "@plumbline/schemas";
import { familyOf } from "../cases/subjects.ts";
import type { Read } from "../reading/read.ts";
import { refuse } from "../reading/refuse.ts";
import { line } from "../reading/text.ts";

const id = line(100);

/** The effects of an operation are the same under every profile. */
const contract = bindContract(neutral);

/** An operation that the fuzzer sends: a known one that does not delete. */
export const readOperation: Read<OperationId> = (value, place) => {
  const name = id(value, place);
  if (!isOperationId(name)) {
    const close = nearest(name, OPERATION_IDS);
    return refuse(place, `an operation of the catalogue${close ? `, such as ${close}` : ""}`, name);
  }
  if (familyOf(contract.operation(name)) === undefined)
    return refuse(place, "an operation that the fuzzer sends", `${name}, which it never sends`);
  return name;
};
