/** What two versions of things known by a key differ in. */
export interface ChangedEntries<Thing> {
  /** As they were: what changed or is no more. */
  gone: Thing[];
  /** As they are: what changed or is new. */
  come: Thing[];
}

/** The things of two versions that are not the same in both, each in the order of its version. */
export function changedEntries<Thing>(
  before: ReadonlyMap<string, Thing>,
  after: ReadonlyMap<string, Thing>,
  isSame: (old: Thing, now: Thing) => boolean,
): ChangedEntries<Thing> {
  const kept = new Set<string>();
  const come: Thing[] = [];
  for (const [key, now] of after) {
    const old = before.get(key);
    if (old !== undefined && isSame(old, now)) kept.add(key);
    else come.push(now);
  }
  return { gone: [...before].filter(([key]) => !kept.has(key)).map(([, old]) => old), come };
}
