/** Variables of a call, as sent or as coerced. */
export type Variables = Record<string, unknown>;

/** A field with objects, as it is counted before a call and after it. */
export interface Counted {
  /** Its name in the answer. */
  key: string;
  /** What an object of it costs. */
  base: number;
  /** What it costs to ask for it, whatever comes of it: that of a mutation. */
  extra: number;
  /** How many objects are asked for. */
  size(variables: Variables): number;
  /** Whether it is a page of a list: one object, with so many items in it. */
  isPage: boolean;
  /** Whether the items of its list count each: they were asked for by number. Other lists belong to the object around them. */
  addsUp: boolean;
  inner: readonly Counted[];
}

/** The most that fields can cost. */
export function estimateOf(fields: readonly Counted[], variables: Variables): number {
  let sum = 0;
  for (const field of fields) sum += field.extra + costOf(field, variables, estimateOf(field.inner, variables));
  return sum;
}

function costOf({ base, isPage, size }: Counted, variables: Variables, inner: number): number {
  return isPage ? base + size(variables) * inner : size(variables) * (base + inner);
}

/** What fields have cost, by the objects that an answer has for them; where it has no data, it has cost to ask. */
export function countOf(fields: readonly Counted[], data: unknown): number {
  let sum = 0;
  for (const field of fields) {
    const value = data == null ? null : (data as Record<string, unknown>)[field.key];
    if (value !== undefined) sum += field.extra + countOne(field, value);
  }
  return sum;
}

function countOne(field: Counted, value: unknown): number {
  if (value === null) return 0;
  if (!Array.isArray(value)) return field.base + countOf(field.inner, value);
  let count = 0;
  for (const item of value) {
    const one = countOne(field, item);
    count = field.addsUp ? count + one : Math.max(count, one);
  }
  return count;
}

/** A size that clients are told to ask for. */
export const smallPage = 10;

interface Place {
  path: readonly string[];
  /** How often the fields are asked for. */
  times: number;
}

interface Saving {
  path: readonly string[];
  saved: number;
}

/** The path of the page that saves most when it is made small; of two, the outer one. Null where no page is larger. */
export function dearestOf(fields: readonly Counted[], variables: Variables): string | null {
  let best: Saving = { path: [], saved: 0 };
  const look = (fields: readonly Counted[], { path, times }: Place): void => {
    for (const field of fields) {
      const size = field.size(variables);
      const here = [...path, field.key];
      const saved = field.isPage ? times * (size - smallPage) * estimateOf(field.inner, variables) : 0;
      if (saved > best.saved) best = { path: here, saved };
      look(field.inner, { path: here, times: times * size });
    }
  };
  look(fields, { path: [], times: 1 });
  return best.saved > 0 ? best.path.join('.') : null;
}
