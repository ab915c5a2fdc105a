import fc from "fast-check";
import { expect, test } from "vitest";
import type { StoredRecord } from "../records/stored-record.ts";
import { RecordStore } from "./record-store.ts";

interface Numbered extends StoredRecord {
  readonly version: number;
}
const record = fc.record({
  id: fc.constantFrom("a", "b", "c", "d", "e"),
  groupId: fc.constantFrom("x", "y"),
  created: fc.nat(3),
  version: fc.nat(100),
});
const change = fc.record({ act: fc.constantFrom("put", "place", "remove", "list"), record });

test("a list is always what sorting the records anew would give, also one that was read before", () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const store = new RecordStore<Numbered>("numbered");
      const model = new Map<string, Numbered>();
      const read = new Map<string, readonly Numbered[]>();
      for (const { act, record } of changes) {
        const key = `${record.groupId}${record.id}`;
        if (act === "put") store.put(record);
        else if (act === "place") store.place(record);
        else if (act === "remove") store.remove(record);
        else read.set(record.groupId, store.list(record.groupId));
        if (act === "remove") model.delete(key);
        else if (act !== "list") model.set(key, record);
        for (const groupId of ["x", "y"]) {
          const wanted = [...model.values()].filter((one) => one.groupId === groupId);
          wanted.sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
          if (read.has(groupId)) expect(read.get(groupId)).toEqual(wanted);
          expect(store.count(groupId)).toBe(wanted.length);
        }
      }
    }),
  );
});
