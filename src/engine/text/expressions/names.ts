/** What an expression may name: roots, which the evaluation gives values to, and functions. */
export interface Vocabulary {
  /** Roots by name; whether one is the same for every reader. */
  roots: Readonly<Record<string, { deterministic: boolean }>>;
  /** Whether the functions of `functions.ts` may be called. */
  functions: boolean;
}

/** What expressions of pages may name. */
export const pageVocabulary: Vocabulary = {
  roots: { space: { deterministic: true }, page: { deterministic: true }, visitor: { deterministic: false } },
  functions: true,
};

/** What conditions on visitors may name: `visitor.claims` and nothing else (docs/adaptive-content.md). */
export const conditionVocabulary: Vocabulary = { roots: { visitor: { deterministic: false } }, functions: false };

/** Names that lead out of plain data in JavaScript; members are own ones anyway, so these only get a clear refusal. */
const forbidden = new Set([
  '__proto__',
  'constructor',
  'prototype',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
]);

/** Whether a member may never be read, whoever has it. */
export function isForbidden(name: string): boolean {
  return forbidden.has(name);
}
