import { parseJson } from "@plumbline/client";
import { member } from "@plumbline/conformance";
import { UsageError } from "../../usage-error.ts";
import { PlainBytes } from "../plain-bytes.ts";

/** Limit in bytes of a collection. It is read as a whole, because variables at its end apply to its beginning. */
const MOST = 2 ** 27;

/** The collection in a file, as exported, or in the object that the Postman API puts around it. */
export async function collectionIn(path: string): Promise<unknown> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of new PlainBytes(path)) {
    parts.push(part);
    length += part.length;
    if (length > MOST)
      throw new UsageError(`${path}: expected a collection of at most ${MOST} bytes: export only a folder of it`);
  }
  const value = parseJson(Buffer.concat(parts).toString("utf8"));
  if (value === undefined)
    throw new UsageError(
      `${path} begins like a Postman collection, but is not JSON: export it again as "Collection v2.1"`,
    );
  return member(value, "collection") ?? value;
}
