/** Names that an expression may use: functions, and roots, which are variables that the evaluation receives. */
export interface Vocabulary {
  /** Roots by name, such as `page`. `deterministic` is true if the value of the root is the same for every reader. */
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
 * Names that give access to more than plain data in JavaScript. Evaluation reads only own members anyway; because of
 * this list, authors get a clear error.
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

/** Reports whether a member must never be read. */
export function isForbidden(name: string): boolean {
  return forbidden.has(name);
}
