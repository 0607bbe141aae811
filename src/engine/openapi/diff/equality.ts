import type { Json } from '../../base/types.js';

/** Whether two values are equal. */
export type Equality = (one: Json, other: Json) => boolean;

/**
 * Compares values whose references may lead to something else: where they do, values that have them are not equal, however they are
 * written. What was told is kept, and so is what it was told by: together the answers take no longer than the documents are large.
 * @param isElsewhere of the text of a reference, and the object that it stands in
 */
export function equality(isElsewhere: (reference: string, holder: object) => boolean): Equality {
  /** What objects were held against last, and what came of it. */
  const known = new Map<object, { other: object; isEqual: boolean }>();

  function equal(one: Json, other: Json): boolean {
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
    const before = known.get(one);
    if (before?.other === other) return before.isEqual;
    if (Array.isArray(one) !== Array.isArray(other)) return false;
    const { $ref: reference } = one as { $ref?: Json };
    if (typeof reference === 'string' && isElsewhere(reference, one)) return false;
    const names = Object.keys(one);
    if (names.length !== Object.keys(other).length) return false;
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index]!;
      if (Object.hasOwn(other, name) && equal(at(one, name), at(other, name))) continue;
      for (const same of names.slice(0, index)) keep(at(one, same), at(other, same), true);
      keep(one, other, false);
      return false;
    }
    return true;
  }

  function keep(one: Json, other: Json, isEqual: boolean): void {
    if (typeof one === 'object' && one !== null) known.set(one, { other: other as object, isEqual });
  }

  return (one, other) => {
    const isEqual = equal(one, other);
    keep(one, other, isEqual);
    return isEqual;
  };
}

function at(value: object, name: string): Json {
  return (value as { [name: string]: Json })[name]!;
}
