import { printable } from "./printable.ts";

/** The error at one place of a stored file. */
export interface Objection {
  /** JSON pointer (RFC 6901); empty for the whole document. */
  readonly pointer: string;
  readonly expected: string;
  readonly received: string;
}

/** Thrown for a file that is not a failure or scenario as the fuzzer stores them; none of its requests is sent. */
export class FailureFormatError extends Error {
  override readonly name = "FailureFormatError";
  readonly file: string;
  readonly objection: Objection;
  /** The message without the name of the file. */
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
