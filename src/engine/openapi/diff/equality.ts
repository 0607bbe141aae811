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
  /** For each object, the value that it was last compared with, and the result. */
  const known = new Map<object, { other: object; isEqual: boolean }>();

  function equal(left: Json, right: Json): boolean {
    if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return left === right;
    const before = known.get(left);
    if (before?.other === right) return before.isEqual;
    if (Array.isArray(left) !== Array.isArray(right)) return false;
    const { $ref: reference } = left as { $ref?: Json };
    if (typeof reference === 'string' && mayDiffer(reference, left)) return false;
    const names = Object.keys(left);
    if (names.length !== Object.keys(right).length) return false;
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index]!;
      if (Object.hasOwn(right, name) && equal(at(left, name), at(right, name))) continue;
      for (const equalName of names.slice(0, index)) cacheResult(at(left, equalName), at(right, equalName), true);
      cacheResult(left, right, false);
      return false;
    }
    return true;
  }

  function cacheResult(left: Json, right: Json, isEqual: boolean): void {
    if (typeof left === 'object' && left !== null) known.set(left, { other: right as object, isEqual });
  }

  return (left, right) => {
    const isEqual = equal(left, right);
    cacheResult(left, right, isEqual);
    return isEqual;
  };
}

function at(value: object, name: string): Json {
  return (value as { [name: string]: Json })[name]!;
}
