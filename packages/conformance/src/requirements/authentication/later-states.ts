import type { Exchange } from "@plumbline/client";
import { operations as catalogue, isWriteId, type OperationId, type Role } from "@plumbline/schemas";
import { accepted, received, wasAccepted } from "../../ground/answers.ts";
import { type Judgement, notApplicable, nothingToAsk, upheld } from "../../ground/judgement.ts";
import type { Subject } from "../../ground/subject.ts";
import type { Story } from "../../kernel/story.ts";
import { valuesIn } from "../../oracles/addressed-by.ts";
import { fixture } from "../../rule/need.ts";
import { type Requirement, story } from "../../rule/requirement.ts";
import { noSuchRole } from "../../target/declared.ts";
import { WRITES } from "../../writes/table.ts";
import { usesUp } from "../../writes/uses-up.ts";
import type { Write } from "../../writes/write.ts";
import { ownWriteOf } from "../shared/look.ts";
import { performs, seenToWork } from "../shared/perform.ts";
import { writeRisk, writes } from "../shared/subjects.ts";

/** A read that shows a record after a write changed its state, and the roles that this read names. */
interface LaterRead {
  readonly read: OperationId;
  readonly roles: readonly Role[];
}

/** The read that shows a record after the write; none if the write removes the record or takes long. */
function laterRead(operation: OperationId): LaterRead | undefined {
  const { effect, on, slow }: Partial<Write> = isWriteId(operation) ? WRITES[operation] : {};
  const isKept = usesUp(operation) || (slow !== true && effect?.kind === "owned" && effect.removes !== true);
  const own = isKept ? (ownWriteOf(operation)?.read ?? on?.ready?.read) : undefined;
  const read = own ?? (effect?.kind === "changes" && effect.same === undefined ? effect.read : undefined);
  const roles = read === undefined ? [] : catalogue[read].roles;
  return read === undefined || !Array.isArray(roles) ? undefined : { read, roles };
}

/**
 * Carries out the write. If its record would stay, an earlier write of the run may serve; the cleanup undoes all
 * others.
 */
const carriedOut = (story: Story): Promise<Exchange> => {
  const { id } = story.subject.operation;
  return usesUp(id) ? seenToWork(story, id) : performs(story, id);
};

/** The path parameters of the write's request, which address its record in the read. */
function placeOf({ contract, subject }: Story, { request }: Exchange): Readonly<Record<string, string>> {
  const { id } = subject.operation;
  const path = contract.route(id, subject.version)?.path;
  return path === undefined ? {} : Object.fromEntries(valuesIn(path, request.url));
}

async function mayStillRead(story: Story, { read, roles }: LaterRead): Promise<Judgement> {
  const { id } = story.subject.operation;
  const written = await carriedOut(story);
  if (!wasAccepted(written)) return story.cannot(`${id} is not accepted (${received(written)})`);
  const names = story.contract.operation(read).pathParameters.map(({ name }) => name);
  const place = Object.entries(placeOf(story, written)).filter(([name]) => names.includes(name));
  const step = { ...story.addresses.servedAs(read), path: Object.fromEntries(place) };
  const held = roles.filter((role) => story.roles.has(role));
  const absent = noSuchRole(roles, story.without);
  if (absent !== undefined) return notApplicable(absent);
  if (held.length === 0) return story.cannot(`no key with the role ${roles.join(" or ")} is stated`);
  for (const role of held) {
    const exchange = await story.ask(read, { ...step, who: { role } });
    if (wasAccepted(exchange)) continue;
    const plain = await story.ask(read, step);
    if (!wasAccepted(plain)) return nothingToAsk(`${read} is answered ${received(plain)} after it`);
    story.requires(accepted(exchange, `a key with ${role} after ${id}`));
  }
  return upheld;
}

const showsLater = (subject: Subject): boolean => writes(subject) && laterRead(subject.operation.id) !== undefined;

/** A role belongs to an operation in every state of the records that the operation shows. */
export const laterStates: readonly Requirement[] = [
  story({
    id: "AUTH-ROLES-LATER",
    level: "MUST",
    basis: "stated",
    text: "A key with a role that a read names may still read a record after a write has changed its state.",
    section: "Authentication",
    mock: "it knows no roles",
    needs: [fixture("groupId")],
    stage: "state",
    risk: writeRisk,
    on: showsLater,
    requests: 12,
    tell: (story) => {
      const later = laterRead(story.subject.operation.id);
      return later === undefined ? Promise.resolve(nothingToAsk("nothing shows it")) : mayStillRead(story, later);
    },
  }),
];
