/** Names that an expression may use: roots, whose values come from the evaluation, and functions. */
export interface Vocabulary {
  /** Roots by name; `deterministic` if the value is the same for every reader. */
  roots: Readonly<Record<string, { deterministic: boolean }>>;
  /** Whether the functions of `functions.ts` may be called. */
  functions: boolean;
}

/** Names that expressions in pages may use. */
export const pageVocabulary: Vocabulary = {
  roots: { space: { deterministic: true }, page: { deterministic: true }, visitor: { deterministic: false } },
  functions: true,
};

/** Names that conditions on visitors may use: only `visitor.claims` (docs/adaptive-content.md). */
export const conditionVocabulary: Vocabulary = { roots: { visitor: { deterministic: false } }, functions: false };

/**
 * Names that give access to more than plain data in JavaScript. Only own members are readable anyway; the list only
 * gives a clear error.
 */
const forbidden = new Set([
  '__proto__',
  'constructor',
  'prototype',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
]);

/** Reports whether a member is never readable. */
export function isForbidden(name: string): boolean {
  return forbidden.has(name);
}
