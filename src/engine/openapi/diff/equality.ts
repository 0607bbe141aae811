import type { Json } from '../../base/types.js';

/** Reports whether two values are equal. */
export type Equality = (one: Json, other: Json) => boolean;

/**
 * Returns a function that compares values. Values with a reference whose target may differ are not equal, even if their
 * texts are. Results are cached, including those for nested values, so the total time is linear in the size of the
 * documents.
 * @param mayDiffer reports whether the target of a reference may differ, by its text and the object that contains it
 */
export function createStructuralEquality(mayDiffer: (reference: string, holder: object) => boolean): Equality {
  /** The value with which each object was last compared, and the result. */
  const known = new Map<object, { other: object; isEqual: boolean }>();

  function equal(one: Json, other: Json): boolean {
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
    const before = known.get(one);
    if (before?.other === other) return before.isEqual;
    if (Array.isArray(one) !== Array.isArray(other)) return false;
    const { $ref: reference } = one as { $ref?: Json };
    if (typeof reference === 'string' && mayDiffer(reference, one)) return false;
    const names = Object.keys(one);
    if (names.length !== Object.keys(other).length) return false;
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index]!;
      if (Object.hasOwn(other, name) && equal(at(one, name), at(other, name))) continue;
      for (const equalName of names.slice(0, index)) cacheResult(at(one, equalName), at(other, equalName), true);
      cacheResult(one, other, false);
      return false;
    }
    return true;
  }

  function cacheResult(one: Json, other: Json, isEqual: boolean): void {
    if (typeof one === 'object' && one !== null) known.set(one, { other: other as object, isEqual });
  }

  return (one, other) => {
    const isEqual = equal(one, other);
    cacheResult(one, other, isEqual);
    return isEqual;
  };
}

function at(value: object, name: string): Json {
  return (value as { [name: string]: Json })[name]!;
}
