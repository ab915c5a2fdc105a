import type { Exchange } from "@plumbline/client";
import type { Call } from "../ground/call.ts";
import { eventually } from "../ground/eventually.ts";
import type { Subject } from "../ground/subject.ts";
import { pool } from "../kernel/pool.ts";
import { MAY_BE_NONE } from "../target/may-be-none.ts";
import { subjectsOf } from "../target/subjects-of.ts";
import type { Target } from "../target/target.ts";
import type { World } from "../target/world.ts";
import { goneWith, isAddressed, isNotFound, keyOfSubject, nowhere } from "./missing.ts";
import { wordsOf } from "./words-of.ts";

const AT_A_TIME = 8;

/** How the run talks to the target here. */
interface Conversation {
  readonly ask: (call: Call) => Promise<Exchange>;
  readonly pass: (milliseconds: number) => Promise<void>;
}

/**
 * Finds operations that the target lacks in one version, once the run has created the first record that they could
 * show. While no record was known, "not found" could mean either; now it means that the operation is missing, if the
 * answer has the words of an unknown path and stays the same for as long as a read may be late.
 * @param before what the run knew before it created the records
 */
export async function findMissingOfLent(
  target: Target,
  before: World,
  world: World,
  { ask, pass }: Conversation,
): Promise<readonly Subject[]> {
  const subjects = subjectsOf(target, world).filter(({ operation }) => operation.authentication === "digest");
  const reads = subjects.filter(({ operation }) => operation.risk === "read");
  const isServed = (subject: Subject): boolean => !world.unbound.has(keyOfSubject(subject));
  const fresh = reads.filter(
    (one) =>
      isServed(one) &&
      MAY_BE_NONE[one.operation.id] === undefined &&
      isAddressed(one.operation, world) &&
      !isAddressed(one.operation, before),
  );
  const gone = new Set<string>();
  const look = async (subject: Subject): Promise<void> => {
    const { operation, version } = subject;
    const read = (): Promise<Exchange> => ask({ operation: operation.id, version, send: "again" });
    const first = await read();
    if (!isNotFound(first)) return;
    const words = wordsOf(await nowhere(subject, world, ask));
    const last = wordsOf(first) === words ? await eventually(pass, read, (one) => wordsOf(one) !== words) : first;
    if (wordsOf(last) === words) gone.add(keyOfSubject(subject));
  };
  await pool(fresh, AT_A_TIME, () => undefined, look);
  if (gone.size === 0) return [];
  const known = reads.filter(isServed);
  const served = new Set(known.filter((one) => !gone.has(keyOfSubject(one))).map(({ version }) => version));
  const writes = subjects.filter((one) => one.operation.risk !== "read" && isServed(one));
  return [...fresh.filter((one) => gone.has(keyOfSubject(one))), ...writes.filter(goneWith(known, gone, served))];
}
