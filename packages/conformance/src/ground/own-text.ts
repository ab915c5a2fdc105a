/** A copy of a part of a text. A slice in V8 keeps the whole text in memory, no matter how large that is. */
export const ownText = (part: string): string => Buffer.from(part, "utf16le").toString("utf16le");
