/** Variables of a call, before or after coercion. */
export type Variables = Record<string, unknown>;

/** A field that returns objects, with the data to compute its cost before and after a call. */
export interface FieldCost {
  /** Response key of the field. */
  key: string;
  /** Cost of one object of the field. */
  base: number;
  /** Cost of the field itself, independent of the objects that it returns. Only mutations have such a cost. */
  extra: number;
  /** Returns the number of requested objects. */
  size(variables: Variables): number;
  /** Whether the field is a page of a list: one object that contains `size` items. */
  isPage: boolean;
  /**
   * Whether the items of its list are added up, because the request sets their number. Any other list is part of its
   * object and counts as much as its most expensive item.
   */
  addsUp: boolean;
  inner: readonly FieldCost[];
}

/** Returns the maximum cost of some fields. */
export function maximumCost(fields: readonly FieldCost[], variables: Variables): number {
  let sum = 0;
  for (const field of fields) sum += field.extra + fieldCost(field, variables, maximumCost(field.inner, variables));
  return sum;
}

function fieldCost({ base: objectCost, isPage, size }: FieldCost, variables: Variables, inner: number): number {
  return isPage ? objectCost + size(variables) * inner : size(variables) * (objectCost + inner);
}

/**
 * Returns the cost of fields from their objects in the data of a response. A field without data costs only its `extra`.
 */
export function actualCost(fields: readonly FieldCost[], data: unknown): number {
  let sum = 0;
  for (const field of fields) {
    const value = data == null ? null : (data as Record<string, unknown>)[field.key];
    if (value !== undefined) sum += field.extra + countValue(field, value);
  }
  return sum;
}

function countValue(field: FieldCost, value: unknown): number {
  if (value === null) return 0;
  if (!Array.isArray(value)) return field.base + actualCost(field.inner, value);
  let count = 0;
  for (const item of value) {
    const one = countValue(field, item);
    count = field.addsUp ? count + one : Math.max(count, one);
  }
  return count;
}

/** The page size that error messages suggest. */
export const smallPage = 10;

interface Place {
  path: readonly string[];
  /** Number of times that the fields are requested. */
  times: number;
}

interface Saving {
  path: readonly string[];
  saved: number;
}

/**
 * Returns the path of the list whose page, reduced to a small size, saves the most cost. If several save the same,
 * returns the outermost one. Returns null if no page is larger than a small one.
 */
export function mostExpensivePage(fields: readonly FieldCost[], variables: Variables): string | null {
  let best: Saving = { path: [], saved: 0 };
  const look = (fields: readonly FieldCost[], { path, times }: Place): void => {
    for (const field of fields) {
      const size = field.size(variables);
      const here = [...path, field.key];
      const saved = field.isPage ? times * (size - smallPage) * maximumCost(field.inner, variables) : 0;
      if (saved > best.saved) best = { path: here, saved };
      look(field.inner, { path: here, times: times * size });
    }
  };
  look(fields, { path: [], times: 1 });
  return best.saved > 0 ? best.path.join('.') : null;
}
