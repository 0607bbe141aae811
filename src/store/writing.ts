import type { CompiledQuery } from 'kysely';
import type { Query } from './queries.js';
import type { Provider } from './runner.js';

/** Writes the text of a statement: `value` gives the placeholder of the next parameter, `name` quotes a table or column. */
export type TextOf = (value: () => string, name: (name: string) => string) => string;

/** The text of a statement that writes, and whether many have it. */
export interface WritingText {
  sql: string;
  isCommon: boolean;
}

/** Which statement it is: what differs from call to call are its parameters alone. */
export interface WritingShape {
  provider: Provider;
  /** What it does, and to which table. */
  kind: string;
  /** All that the text depends on besides. */
  shape: string;
  text: TextOf;
  /** Whether the text is kept, where few of its kind are. */
  isCommon: boolean;
}

/** Texts that are kept of a kind: what clients give decides which columns are written, and each text takes room on each connection. */
const mostOfKind = 20;

/** Texts by shape, by kind. */
const kept = new Map<string, Map<string, WritingText>>();

/**
 * The text of a statement that writes, made once where it is common: to build and compile one costs several times what it costs
 * to run it.
 */
export function createText({ provider, kind, shape, text, isCommon: isWanted }: WritingShape): WritingText {
  const key = `${provider} ${kind}`;
  const ofKind = kept.get(key) ?? new Map<string, WritingText>();
  const known = ofKind.get(shape);
  if (known) return known;
  const isCommon = isWanted && ofKind.size < mostOfKind;
  let values = 0;
  const value = (): string => (provider === 'sqlite' ? '?' : `$${++values}`);
  const made = { sql: text(value, (name) => `"${name}"`), isCommon };
  if (isCommon) kept.set(key, ofKind.set(shape, made));
  return made;
}

/** A statement of such a text, as transactions run it. */
export function writing({ sql, isCommon }: WritingText, parameters: readonly unknown[]): Query<never> {
  const compiled = { sql, parameters, ...(isCommon && { isKeyed: true }) };
  return { compile: () => compiled as object as CompiledQuery<never> };
}
