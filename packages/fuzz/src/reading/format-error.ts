import { printable } from "./printable.ts";

/** What is wrong at one place of a stored file. */
export interface Objection {
  /** JSON pointer (RFC 6901); empty for the whole. */
  readonly pointer: string;
  readonly expected: string;
  readonly received: string;
}

/** The file is no failure and no scenario as the fuzzer stores them; nothing of it is sent. */
export class FailureFormatError extends Error {
  override readonly name = "FailureFormatError";
  readonly file: string;
  readonly objection: Objection;
  /** The message without the file's name. */
  readonly why: string;

  constructor(file: string, objection: Objection) {
    const why = inWords(objection);
    super(`${printable(file)}: ${why}`);
    this.file = file;
    this.objection = objection;
    this.why = why;
  }
}

function inWords({ pointer, expected, received }: Objection): string {
  const place = pointer === "" ? "" : `${printable(pointer)}: `;
  const next = 'store it again with "plumbline fuzz", or remove it';
  return `${place}expected ${printable(expected)}, received ${printable(received)}: ${next}`;
}
