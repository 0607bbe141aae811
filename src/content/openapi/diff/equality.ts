import type { Json } from '../../types.js';

/** Whether two values are equal. */
export type Equality = (one: Json, other: Json) => boolean;

/**
 * Compares values whose references may lead to something else: where they do, values that have them are not equal, however they are
 * written. Asking again about the parts of what was not equal takes no more work: together the answers are linear.
 */
export function equality(isElsewhere: (reference: string) => boolean): Equality {
  /** What objects were held against last, and what came of it. */
  const known = new Map<object, { other: object; isEqual: boolean }>();

  function equal(one: Json, other: Json): boolean {
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
    const before = known.get(one);
    if (before?.other === other) return before.isEqual;
    if (Array.isArray(one) !== Array.isArray(other)) return false;
    const names = Object.keys(one);
    if (names.length !== Object.keys(other).length) return false;
    const { $ref: reference } = one as { $ref?: Json };
    if (typeof reference === 'string' && isElsewhere(reference)) return false;
    const unlike = names.findIndex((name) => !Object.hasOwn(other, name) || !equal(at(one, name), at(other, name)));
    if (unlike !== -1) keep({ one, other, names: names.slice(0, unlike) });
    return unlike === -1;
  }

  function keep({ one, other, names }: { one: object; other: object; names: string[] }): void {
    known.set(one, { other, isEqual: false });
    for (const name of names) {
      const [part, same] = [at(one, name), at(other, name)];
      if (typeof part === 'object' && part !== null) known.set(part, { other: same as object, isEqual: true });
    }
  }
  return equal;
}

function at(value: object, name: string): Json {
  return (value as { [name: string]: Json })[name]!;
}
