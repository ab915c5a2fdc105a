import { escapePointer } from "@plumbline/schemas/validate";

/** The place of a value: the file, and the JSON pointer (RFC 6901) into it. */
export interface Place {
  readonly file: string;
  readonly pointer: string;
}

/** A name may be as long as the file, but a message is one line. */
const LONGEST = 80;

/** The place of a member or item of the value at a place. */
export function inside({ file, pointer }: Place, name: string | number): Place {
  const whole = String(name);
  const shown = whole.length > LONGEST ? `${whole.slice(0, LONGEST)}...` : whole;
  return { file, pointer: `${pointer}/${escapePointer(shown)}` };
}
