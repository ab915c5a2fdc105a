/** Records of one kind by project, always listed in the same order: by creation, then by id. */
export class Shelf<T extends { readonly id: string; readonly groupId: string; readonly created: number }> {
  readonly #records = new Map<string, Map<string, T>>();
  /** Lists are read far more often than written, so each is sorted once after a change. */
  readonly #sorted = new Map<string, readonly T[]>();

  get(groupId: string, id: string): T | undefined {
    return this.#records.get(groupId)?.get(id);
  }

  list(groupId: string): readonly T[] {
    const known = this.#sorted.get(groupId);
    if (known !== undefined) return known;
    const sorted = [...(this.#records.get(groupId)?.values() ?? [])].sort(byCreation);
    this.#sorted.set(groupId, sorted);
    return sorted;
  }

  count(groupId: string): number {
    return this.#records.get(groupId)?.size ?? 0;
  }

  put(record: T): T {
    const shelf = this.#records.get(record.groupId) ?? new Map<string, T>();
    this.#records.set(record.groupId, shelf.set(record.id, record));
    this.#sorted.delete(record.groupId);
    return record;
  }

  remove(record: T): void {
    this.#records.get(record.groupId)?.delete(record.id);
    this.#sorted.delete(record.groupId);
  }
}

function byCreation(
  a: { readonly id: string; readonly created: number },
  b: { readonly id: string; readonly created: number },
): number {
  return a.created - b.created || (a.id < b.id ? -1 : 1);
}
