/** A copy of a part of a text: V8 lets a slice hold on to the whole that it was cut from, however large that is. */
export const ownText = (part: string): string => Buffer.from(part, "utf16le").toString("utf16le");
